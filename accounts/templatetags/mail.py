"""Whether mails reach anybody here, for pages that would promise one."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def sends_mail() -> bool:
    """Tell whether there is a mail server; without one mails are files of the administrator's."""
    return bool(settings.SENDS_MAIL)
