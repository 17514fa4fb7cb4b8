"""A made-up course with everything that makes names hard, and its gold standard."""

from onym.demo.course import Course, generate

__all__ = ["Course", "generate"]
