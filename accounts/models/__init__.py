"""Models of people and clubs: accounts and roles in clubs."""

from accounts.models.clubs import (
    Club,
    ClubImprint,
    ClubQuerySet,
    Invitation,
    Membership,
    MembershipQuerySet,
)
from accounts.models.friends import Friendship, FriendshipQuerySet
from accounts.models.mail import MailTurn, OutgoingMail, OutgoingMailQuerySet
from accounts.models.push import PushSubscription, PushSubscriptionQuerySet
from accounts.models.sanctions import Measure, MeasureQuerySet
from accounts.models.tokens import ApiToken, ApiTokenQuerySet, TokenWrite
from accounts.models.users import GUEST_NUMBERS, FormerUsername, Rename, User

__all__ = [
    "GUEST_NUMBERS",
    "ApiToken",
    "ApiTokenQuerySet",
    "Club",
    "ClubImprint",
    "ClubQuerySet",
    "FormerUsername",
    "Friendship",
    "FriendshipQuerySet",
    "Invitation",
    "MailTurn",
    "Measure",
    "MeasureQuerySet",
    "Membership",
    "MembershipQuerySet",
    "OutgoingMail",
    "OutgoingMailQuerySet",
    "PushSubscription",
    "PushSubscriptionQuerySet",
    "Rename",
    "TokenWrite",
    "User",
]
