"""What the service can do, as OpenAPI says it."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from onym.language import CODES


def describe(largest: int) -> dict[str, Any]:
    """The OpenAPI description of the service."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Onym on the fly",
            "version": version("onym"),
            "description": f"Pseudonymises texts of up to {largest} bytes and keeps none of them.",
        },
        "paths": {
            "/pseudonymise": {
                "post": _operation("The pseudonymised text and its SVALA graph", "Pseudonymised")
            },
            "/pseuws": {"post": _operation("The tokens, as the SVALA editor takes them", "Tokens")},
        },
        "components": {"schemas": SCHEMAS},
    }


def _operation(summary: str, answer: str) -> dict[str, Any]:
    kinds = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data")
    return {
        "summary": summary,
        "requestBody": {
            "required": True,
            "content": {kind: {"schema": _reference("Text")} for kind in kinds},
        },
        "responses": {
            "200": {"description": summary, "content": _json(answer)},
            **{
                str(status): {"description": told, "content": _json("Error")}
                for status, told in ERRORS.items()
            },
        },
    }


ERRORS = {
    400: "The body cannot be read",
    403: "A foreign page, or another host's name",
    404: "Nothing is here",
    405: "Another method is needed",
    409: "The project cannot be used",
    413: "The request is too large",
    415: "Another content type is needed",
    422: "A field is missing or wrong",
}
"""What may be wrong with a request."""


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": _reference(name)}}


_TEXT = {"type": "string"}
_TOKEN_LIST = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "text"],
        "properties": {"id": _TEXT, "text": _TEXT},
    },
}
SCHEMAS: dict[str, Any] = {
    "Text": {
        "type": "object",
        "required": ["text"],
        "additionalProperties": False,
        "properties": {
            "text": _TEXT,
            "project": {
                "type": ["string", "null"],
                "pattern": "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$",
                "description": "Texts of one project share their pseudonyms.",
            },
            "language": {"type": ["string", "null"], "enum": [*CODES, None]},
        },
    },
    "Pseudonymised": {
        "type": "object",
        "required": ["text", "svala"],
        "properties": {"text": _TEXT, "svala": _reference("Graph")},
    },
    "Graph": {
        "type": "object",
        "required": ["source", "target", "edges"],
        "properties": {
            "source": _TOKEN_LIST,
            "target": _TOKEN_LIST,
            "edges": {"type": "object", "additionalProperties": _reference("Edge")},
        },
    },
    "Edge": {
        "type": "object",
        "required": ["id", "ids", "labels", "manual"],
        "properties": {
            "id": _TEXT,
            "ids": {"type": "array", "items": _TEXT},
            "labels": {"type": "array", "items": _TEXT},
            "manual": {"type": "boolean"},
        },
    },
    "Tokens": {
        "type": "array",
        "description": "Sentences of tokens.",
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["string", "label"],
                "properties": {"string": _TEXT, "label": {"type": "array", "items": _TEXT}},
            },
        },
    },
    "Error": {"type": "object", "required": ["error"], "properties": {"error": _TEXT}},
}
