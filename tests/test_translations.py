"""The catalogue of each language: complete, compiled, and nothing in it that no page says any more.

A language is a folder under `locale/`; whoever adds one finds here what it lacks.
"""

import re
from pathlib import Path

import polib
import pytest
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext, override, to_locale

from tests.runner.messages import missing, stale, template
from tests.runner.rioplatense import rioplatense
from tests.runner.said import borrowed, site_words

LANGUAGES = [code for code, _ in settings.LANGUAGES]
OTHER_SPANISH = ["es-es", "es-uy", "es-ve"]
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?(?:\.\d)?[sdf]|\{\w*\}|%%")
USTED = re.compile(
    r"\b(usted|sus?|ingrese|introduzca|seleccione|escriba|elija|asegúrese|corrija|confirme|"
    r"verifique|compruebe|envíe|utilice|haga|siga|vea|desea|reconoce|inténtelo)\b|"
    r"(?:^|[.¿] ?)(?:no )?(?:ha|debe|puede|está|tiene) ",
    re.IGNORECASE,
)
VOSTE = re.compile(r"\b(vostè|vosté|vostre|vostra|(?!correu\b)\w+[eiï]u|seva)\b", re.I)

NOT_TO_READERS = {"Mark selected email addresses as verified"}  # of the administration


def folder(code: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / to_locale(code) / "LC_MESSAGES"


def catalogue(code: str) -> polib.POFile:
    return polib.pofile(str(folder(code) / "django.po"))


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def contents(entry: polib.POEntry) -> tuple[object, ...]:
    return entry.msgctxt, entry.msgid, entry.msgstr, *entry.msgstr_plural.values()


def test_every_folder_is_a_language_that_can_be_chosen():
    folders = {path.name for path in Path(settings.LOCALE_PATHS[0]).iterdir() if path.is_dir()}
    assert folders == {to_locale(code) for code in LANGUAGES}
    assert {"es-ar", *OTHER_SPANISH, "pt-br", "ca-valencia", "en"} <= set(LANGUAGES)


@pytest.mark.feature(
    "Operation",
    "Every page in four kinds of Spanish, in Brazilian Portuguese, in Valencian and in English",
)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_catalogue_holds_all_that_the_site_says_and_nothing_else(code):
    assert missing(code) == []
    assert stale(code) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_catalogue_names_source_files(code):
    """If this fails: `make messages`."""
    assert [entry.msgid for entry in catalogue(code) if entry.occurrences] == []


def test_the_template_has_all_texts_and_no_other():
    """If this fails: `make messages`."""
    entries = polib.pofile(str(template()))
    translated = {entry.msgid for code in LANGUAGES for entry in catalogue(code)}
    assert {entry.msgid for entry in entries} == site_words() | (borrowed() & translated)
    contexts = {(entry.msgctxt, entry.msgid) for entry in entries if entry.msgctxt}
    assert contexts, "words with several meanings"
    for code in LANGUAGES:
        found = {(entry.msgctxt, entry.msgid) for entry in catalogue(code) if entry.msgctxt}
        assert found <= contexts
        assert found == contexts or code.startswith("es-")
    own = [entry for entry in entries if entry.msgid in site_words()]
    assert [entry.msgid for entry in own if not entry.occurrences] == []


def test_what_is_said_in_the_source_reads_otherwise_elsewhere():
    words = "Elegí, acá nada: ¿querés salir? Fijate vos, pedíselo y abrilo. Un cupo en el cuadro."
    vos = {"elegí", "acá", "querés", "fijate", "vos", "pedíselo", "abrilo"}
    assert rioplatense(words) == {*vos, "cupo"}
    assert rioplatense(words, "es-ve") == vos
    assert rioplatense(words, "es-uy") == {"cuadro"}
    assert rioplatense("Elige, aquí nada más: fíjate, pídeselo y %(name)s. Después está.") == set()
    rulebook = (folder("es-ar").parent / "rules.html").read_text(encoding="utf-8")
    for code in OTHER_SPANISH:  # they read its rulebook, too
        assert rioplatense(rulebook, code) == set()
        for entry in catalogue(code):
            assert rioplatense(" ".join(translations(entry)), code) == set(), entry.msgid


def test_other_spanish_falls_back_to_the_source():
    with override("es-uy"):
        assert gettext("Elegí otra contraseña") == "Elegí otra contraseña"
        assert gettext("Cuadro") == "Llave"
    with override("es-ve"):
        assert gettext("Elegí otra contraseña") == "Elige otra contraseña"
        assert gettext("Cuadro") == "Cuadro"


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_entry_is_fuzzy_or_empty_or_loses_a_placeholder(code):
    found = catalogue(code)
    assert len({(entry.msgctxt, entry.msgid) for entry in found}) == len(found), "said twice"
    forms = int(re.search(r"nplurals=(\d)", found.metadata["Plural-Forms"])[1])
    for entry in found:
        assert not entry.fuzzy, entry.msgid
        assert len(entry.msgstr_plural) == (forms if entry.msgid_plural else 0), entry.msgid
        wanted = sorted(PLACEHOLDER.findall(entry.msgid))
        for words in translations(entry):
            assert words.strip(), entry.msgid
            assert sorted(PLACEHOLDER.findall(words)) == wanted, entry.msgid


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_catalogue_names_nobody_and_no_moment(code):
    """So that collecting the words again changes only what the site says."""
    assert set(catalogue(code).metadata) <= {
        "Project-Id-Version",
        "Language",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
        "Plural-Forms",
    }


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_compiled_catalogue_is_that_of_the_text(code):
    compiled = polib.mofile(str(folder(code) / "django.mo"))
    assert {contents(entry) for entry in compiled} == {contents(e) for e in catalogue(code)}


@pytest.mark.parametrize("code", LANGUAGES)
def test_terms_of_the_game_stay(code):
    with override(code):
        assert gettext("flor") == "flor"
        assert gettext("Flor contra flor") == "Flor contra flor" or code == "en"


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_keeps_the_score_has_one_name(code):
    """It is `anotador` in Spanish and Valencian; the figures are `marcador`."""
    others = re.compile(r"tanteador|tantejador|planiller|apuntador|registrador", re.IGNORECASE)
    for entry in catalogue(code):
        assert not others.search(" ".join([entry.msgid, *translations(entry)])), entry.msgid


@pytest.mark.parametrize("code", ["es-ar", *OTHER_SPANISH])
def test_solo_has_no_accent(code):
    """As the academy advises since 2010."""
    said = site_words() if code == "es-ar" else map(str, catalogue(code))
    assert [words for words in said if re.search(r"\bsólo\b", words, re.IGNORECASE)] == []


@pytest.mark.parametrize(
    ("code", "formal"),
    [*((code, USTED) for code in ("es-ar", *OTHER_SPANISH)), ("ca-valencia", VOSTE)],
)
def test_what_others_say_on_our_pages_knows_its_reader_as_we_do(code, formal):
    """Allauth and Django say usted; a word of theirs that does has to be in our catalogue."""
    own = {entry.msgid for entry in catalogue(code)}
    with override(code):
        theirs = {words: (gettext(words), ngettext(words, words, 2)) for words in borrowed() - own}
    found = {words for words, said in theirs.items() if any(map(formal.search, said))}
    assert found - NOT_TO_READERS == set()
    for entry in catalogue(code):
        if code != "ca-valencia" and entry.msgid in borrowed():
            assert not re.search(r"\busted\b|\bsus? (cuenta|contraseña|correo)", str(entry)), entry


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        (forms.CharField(), "", "Fill this in."),
        (forms.CharField(max_length=2), "abc", "At most 2 characters (there are 3)."),
        (forms.IntegerField(min_value=2), "1", "2 at least."),
        (forms.IntegerField(max_value=2), "3", "2 at most."),
        (forms.IntegerField(), "x", "Write a whole number."),
        (forms.ChoiceField(choices=[("a", "a")]), "b", "b is not one of the choices."),
        (forms.DateTimeField(), "x", "There is no such date and time."),
        (forms.EmailField(), "x", "That is not an e-mail address."),
    ],
)
def test_forms_speak_to_english_readers_as_the_site_does(field, value, told):
    with override("en"):
        with pytest.raises(ValidationError) as refused:
            field.clean(value)
        assert refused.value.messages == [told]
