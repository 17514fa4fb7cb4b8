"""What can go wrong, said in one line that never shows corpus text.

OnymError
├── InputError        a file, column or row cannot be used as it is
├── LeakError         more names can be seen in what will be shared than allowed
├── MappingError      a line of mapping.txt cannot be understood
├── PolicyError       a setting is unknown or does not fit
├── ProjectError      a project folder is missing, foreign, in use or unsafe
└── SealError         what is sealed cannot be opened: wrong passphrase or key, or damaged
"""


class OnymError(Exception):
    """Base of every error that Onym raises on purpose; its text is one line for a person."""


class InputError(OnymError):
    """A file, column or row cannot be used as it is."""


class LeakError(OnymError):
    """More names can be seen in what will be shared than allowed."""


class MappingError(OnymError):
    """A line of the mapping file cannot be understood."""


class PolicyError(OnymError):
    """A setting is unknown or does not fit the others."""


class ProjectError(OnymError):
    """A project folder is missing, foreign, in use or unsafe."""


class SealError(OnymError):
    """What is sealed cannot be opened: a wrong passphrase or key, or damage."""
