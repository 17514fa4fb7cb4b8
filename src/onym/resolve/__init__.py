"""Who is meant: each occurrence of a name, judged where it stands."""
