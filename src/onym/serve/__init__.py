"""Pseudonymise on the fly: a service on the loopback that keeps no text."""
