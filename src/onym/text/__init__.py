"""A text as its reader sees it: letters and words, markup taken away, with the way back."""
