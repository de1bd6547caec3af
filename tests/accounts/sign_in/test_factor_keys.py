"""The key of second factors changes: afterwards all of them open with the new one alone."""

from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from cryptography.fernet import Fernet
from django.core.management import call_command

from accounts.sign_in.second_factors import FactorAdapter
from tests.accounts.factors import SECRET, app_of, code_now, with_app
from tests.accounts.people import a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]
OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))


def reencrypted() -> str:
    out = StringIO()
    call_command("reencrypt_factors", stdout=out)
    return out.getvalue()


@pytest.mark.feature("Operation", "Second factors are encrypted by a new key")
def test_after_it_the_old_key_may_go(settings):
    settings.DEAL_KEYS = [OLD]
    ana = with_app(a_person())
    codes = RecoveryCodes.activate(ana).get_unused_codes()
    settings.DEAL_KEYS = [NEW, OLD]
    assert reencrypted() == "2 factors encrypted by the newest key\n"
    settings.DEAL_KEYS = [NEW]
    assert FactorAdapter().decrypt(app_of(ana).instance.data["secret"]) == SECRET
    assert app_of(ana).validate_code(code_now())
    kept = Authenticator.objects.get(user=ana, type=Authenticator.Type.RECOVERY_CODES)
    assert kept.wrap().get_unused_codes() == codes


def test_twice_is_the_same(settings):
    settings.DEAL_KEYS = [OLD]
    ana = with_app(a_person())
    settings.DEAL_KEYS = [NEW, OLD]
    reencrypted()
    sealed = app_of(ana).instance.data
    assert reencrypted() == "0 factors encrypted by the newest key\n"
    assert app_of(ana).instance.data == sealed


def test_a_factor_whose_key_is_gone_is_left_and_said(settings):
    settings.DEAL_KEYS = [OLD]
    ana = with_app(a_person("ana"))
    settings.DEAL_KEYS = [Fernet.generate_key().decode()]
    with_app(a_person("beto"))
    settings.DEAL_KEYS = [NEW, *settings.DEAL_KEYS]
    sealed, error = app_of(ana).instance.data, StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("reencrypt_factors", stdout=StringIO(), stderr=error)
    assert (ended.value.code, error.getvalue().split()[0]) == (1, "1")
    assert app_of(ana).instance.data == sealed


def test_a_passkey_has_nothing_to_encrypt(settings):
    Authenticator.objects.create(
        user=a_person(), type=Authenticator.Type.WEBAUTHN, data={"credential": {}}
    )
    assert reencrypted().startswith("0 ")
