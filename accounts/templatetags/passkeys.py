"""What the browser is asked about passkeys, as an attribute: there are no scripts in pages."""

import json
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder

register = template.Library()


@register.filter
def as_json(options: dict[str, Any]) -> str:
    """Return options as JSON, to be escaped like any text."""
    return json.dumps(options, cls=DjangoJSONEncoder)
