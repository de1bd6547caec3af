"""What is said in each family of rules, whatever the reader's language."""

import pytest
from django.conf import settings
from django.utils import translation

from games.engine import make_rules
from games.house_rules import call_name, canto, dialect_of, short_canto
from tests.games.table_view.boards import a_hand, make_table_view

SAID = {
    "paulista": {
        "truco": "Truco!",
        "retruco": "Seis!",
        "vale4": "Nove!",
        "fuera": "Doze!",
        "quiero": "Aceito",
        "no": "Corro",
        "mazo": "Desisto da mão",
        "joga": "Vamos jogar",
        "corre": "Corremos",
    },
    "mineiro": {
        "truco": "Truco!",
        "retruco": "Seis!",
        "vale4": "Dez!",
        "fuera": "Doze!",
        "quiero": "Aceito",
        "no": "Corro",
        "mazo": "Desisto da mão",
        "joga": "Vamos jogar",
        "corre": "Corremos",
    },
    "gauderio": {
        "truco": "Truco",
        "retruco": "Quero retruco",
        "vale4": "Quero vale quatro",
        "quiero": "Quero",
        "no": "Não quero",
        "mazo": "Vou ao baralho",
        "mazo:show": "Vou ao baralho, mostro",
        "envido": "Envido",
        "real": "Real envido",
        "mas:4": "Quero e mais 4",
        "falta": "Falta envido",
        "flor": "Flor",
        "contraflor": "Contraflor",
        "resto": "Contraflor e o resto",
        "achico": "Com flor me achico",
        "buenas": "São boas",
    },
    "venezolano": {
        "truco": "Truco",
        "retruco": "Quiero y retruco",
        "vale4": "Quiero y vale nueve",
        "fuera": "Quiero y vale juego",
        "quiero": "Quiero",
        "no": "No quiero",
        "mazo": "Me voy",
        "mazo:show": "Me voy, y enseño",
        "envido": "Envido",
        "mas:4": "Quiero y 4 piedras más",
        "falta": "La falta",
        "flor": "Con mi flor",
        "conflor": "Con mi flor envido",
        "confalta": "Con mi flor la falta",
        "buenas": "Son buenas",
    },
    "mallorqui": {
        "truco": "Truc",
        "retruco": "Retruc",
        "vale4": "Val nou",
        "fuera": "Joc fora",
        "quiero": "Vull",
        "no": "No vull",
        "mazo": "Me'n vaig",
        "mazo:show": "Me'n vaig, i ho mostr",
        "envido": "Envit",
        "falta": "La falta",
        "buenas": "Són bones",
    },
    "uruguayo": {
        "conreal": "Con flor real envido",
        "confalta": "Con flor la falta",
        "mas:4": "Quiero y 4 más",
        "mazo:show": "Me voy al mazo y muestro",
    },
    "truc": {"mazo:show": "Me'n vaig i mostre"},
}


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("preset", SAID)
def test_calls_keep_the_words_of_their_family(preset: str, language: str) -> None:
    with translation.override(language):
        assert {token: canto(token, preset) for token in SAID[preset]} == SAID[preset]


@pytest.mark.parametrize(
    ("preset", "options", "third", "last_hand"),
    [
        ("paulista", {}, "Nove!", "Mão de onze"),
        ("mineiro", {}, "Dez!", "Mão de dez"),
        ("mineiro", {"prices": "2-4-8-10-12"}, "Nove!", "Mão de dez"),
        ("mineiro", {"prices": "2-4-6-8-12"}, "Oito!", "Mão de dez"),
        ("mineiro", {"prices": "1-3-6-9-12"}, "Nove!", "Mão de onze"),
        ("paulista", {"prices": "2-4-6-10-12"}, "Dez!", "Mão de dez"),
        ("paulista", {"target": "18"}, "Nove!", "Mão de 17"),
    ],
)
def test_the_words_of_brazil_follow_the_prices(
    preset: str, options: dict[str, str], third: str, last_hand: str
) -> None:
    dialect = dialect_of(make_rules(preset, options))
    words = [canto(token, dialect) for token in ("truco", "retruco", "vale4", "fuera", "mao-x")]
    assert words == ["Truco!", "Seis!", third, "Doze!", last_hand]


def test_buttons_say_the_price_of_the_table() -> None:
    hands = ("3e 2b 1c", "3b 2c 1o")
    for prices, third in (("2-4-6-10-12", "Dez!"), ("2-4-6-8-12", "Oito!")):
        state = a_hand(hands, "0:truco 1:retruco", preset="mineiro", prices=prices)
        board = make_table_view(state, 0)
        labels = {call.token: call.label for row in board.call_rows for call in row}
        assert labels["vale4"] == third
        assert board.prompt.line.endswith(": Seis!")


def test_the_second_and_third_envit_have_their_words() -> None:
    hands = ("3e 7b 1c", "3b 7c 1o")
    said = [canto("envido", "mallorqui", nth) for nth in (1, 2, 3)]
    assert said == ["Envit", "Renvit", "Val sis"]
    lines = []
    for line in ("", "0:envido", "0:envido 1:envido", "0:envido 1:envido 0:envido"):
        state = a_hand(hands, line, preset="mallorqui")
        board = make_table_view(state, state.to_act[0])
        labels = {call.token: call.label for row in board.call_rows for call in row}
        lines.append((labels["envido"], board.prompt.line.partition(": ")[2]))
    assert lines == [
        ("Envit", ""),
        ("Renvit", "Envit!"),
        ("Val sis", "Renvit!"),
        ("Val sis", "Val sis!"),
    ]
    told = [line.words for line in board.story]
    assert [words.partition(": ")[2] for words in told][-3:] == ["Envit!", "Renvit!", "Val sis!"]


def test_an_envido_that_answers_another_one_is_said_so_in_venezuela() -> None:
    said = [canto("envido", "venezolano", nth) for nth in (1, 2, 5)]
    assert said == ["Envido", "Quiero y envido", "Quiero y envido"]
    assert short_canto("envido", "argentino", 2) == "Envido"


def test_a_call_within_a_text_is_not_shouted() -> None:
    assert [call_name("vale4", preset) for preset in ("mineiro", "argentino")] == [
        *("Dez", "Vale cuatro")
    ]
