"""Shapes of requests and answers, from which the OpenAPI document is written.

An answer holds what its shape names and nothing else.
"""

from typing import Annotated, Any, Generic, TypeVar

from ninja import Field, Schema

Text = Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Slug = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[-a-zA-Z0-9_]+$")]
Instant = Annotated[str, Field(examples=["2026-03-14T21:30:00Z"])]
Key = Annotated[int, Field(ge=1, le=2**63 - 1)]


Item = TypeVar("Item")


class ListPage(Schema, Generic[Item]):
    """A page of a list; its `Link` header leads to the next one."""

    items: list[Item]


class Problem(Schema):
    """An error as problem details (RFC 9457); `code` never changes, `detail` is for people."""

    type: str = Field(examples=["about:blank"])
    title: str = Field(examples=["Conflict"])
    status: int = Field(examples=[409])
    code: str = Field(examples=["registration-closed"])
    detail: str = Field(examples=["La inscripción no está abierta."])
    errors: list["FieldError"] = Field([], description="What is wrong where, with status 422.")


class FieldError(Schema):
    field: str = Field(examples=["body.players.0"])
    message: str


class ClubBrief(Schema):
    slug: str = Field(examples=["la-yunta"])
    name: str = Field(examples=["La Yunta"])


class ClubLook(Schema):
    """What a club's own pages show; empty texts where it chose nothing."""

    short_name: str
    colour: str = Field(examples=["#10342a"])
    text_colour: str = Field(examples=["#f5efe0"])
    logo: str | None = Field(examples=["/clubs/la-yunta/logo.png"])
    email: str
    phone: str
    web: str
    legal: str
    host: str = Field(examples=["https://layunta.example/"])


class NewLook(Schema):
    short_name: str = Field("", max_length=24)
    colour: str = Field("", max_length=7, examples=["#10342a"])
    text_colour: str = Field("", max_length=7, examples=["#f5efe0"])
    email: str = Field("", max_length=120)
    phone: str = Field("", max_length=30)
    web: str = Field("", max_length=200)
    legal: str = Field("", max_length=4000)


class ClubWhole(ClubBrief):
    about: str
    zone: str = Field(examples=["America/Argentina/Buenos_Aires"])
    members: int
    page: str = Field(examples=["/clubs/la-yunta/"])
    look: ClubLook


class Club(ClubBrief):
    about: str
    zone: str = Field(examples=["America/Argentina/Buenos_Aires"])
    members: int
    page: str = Field(examples=["/clubs/la-yunta/"])


class Rules(Schema):
    preset: str = Field(examples=["argentino"])
    options: dict[str, str] = Field(examples=[{"seats": "4", "target": "30"}])


class CompetitionLine(Schema):
    id: int
    name: str = Field(examples=["Copa de otoño"])
    club: ClubBrief
    state: str = Field(examples=["running"])
    rules: Rules
    players_per_side: int
    cap: int
    starts_at: Instant | None
    started_at: Instant | None
    finished_at: Instant | None
    champion: str | None
    page: str = Field(examples=["/competitions/7/"])


class Fee(Schema):
    amount: str
    currency: str
    per: str
    includes: str


class Stage(Schema):
    id: int
    number: int
    tier: int
    format: str = Field(examples=["swiss"])
    tie_breaks: list[str]
    scale: str
    groups: list["Group"]


class Group(Schema):
    id: int
    number: int
    rounds: list["Round"]


class Round(Schema):
    number: int
    part: str
    matches: int
    decided: int
    playing_day: str | None = Field(description="The day on which it is played.")


class Competition(CompetitionLine):
    season: str
    best_of: int
    all_games: bool
    level_stands: bool
    round_minutes: int | None
    seeding: str
    draw_seed: str
    venue: str
    address: str
    description: str
    fee: Fee | None
    prizes: list[str]
    prize_shares: list[int]
    settings: dict[str, bool | str] = Field(
        description="All settings, as a new competition takes them; of the empty ones tie-breaks.",
        examples=[{"format": "swiss", "cap": "32", "preset": "argentino", "seats": "4"}],
    )


class Player(Schema):
    name: str = Field(examples=["Ana Ruiz"])
    username: str | None
    reserve: bool


class Entry(Schema):
    id: int
    name: str = Field(examples=["Ana y Beto"])
    state: str = Field(examples=["confirmed"])
    seed: int | None
    affiliation: str
    players: list[Player]


class Side(Schema):
    entry: int | None
    entries: list[int]
    name: str | None
    bye: bool
    source: "Source | None" = Field(
        None, alias="from", description="The match that decides an open side."
    )


class Source(Schema):
    match: int | None
    outcome: str


class Game(Schema):
    number: int
    score: list[int]
    record: str | None = Field(description="The page of its record.")


class Match(Schema):
    id: int
    number: int
    stage: int
    group: int
    part: str
    round: int
    position: int
    table: int | None
    best_of: int
    state: str = Field(examples=["called"])
    winner: int | None = Field(description="The index of a side.")
    by_time: bool
    sides: list[Side]
    games: list[Game]
    scheduled_at: Instant | None
    completed_at: Instant | None
    page: str


class Result(Schema):
    """The result of a match: what counts now, and the number to send as `seen`."""

    match: int
    state: str
    winner: int | None
    games: list[Game]
    submission: int = Field(description="0 while nobody entered a result by hand.")


class Standing(Schema):
    rank: int | None
    left: bool
    entry: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    scored: float
    conceded: float
    values: dict[str, Any]
    decided_by: str | None


class Standings(Schema):
    stage: int
    group: int
    format: str
    standings: list[Standing]


class LeaderboardLine(Schema):
    rank: int
    username: str | None
    name: str
    points: int
    matches: int
    wins: int
    skill: float | None
    page: str | None


class Person(Schema):
    """A person of a club. Notes and contacts never leave the site."""

    id: int
    club: str
    name: str = Field(description="Initials if the club hides the name, unless you organise it.")
    nickname: str
    username: str | None
    hidden: bool
    page: str


class TeamPlayer(Schema):
    name: str
    username: str | None


class TeamLine(Schema):
    id: int
    name: str
    short_name: str
    club: str | None
    page: str


class Team(TeamLine):
    players: list[TeamPlayer]


class Night(Schema):
    weekday: int = Field(description="0 is Monday.")
    opens_at: str = Field(examples=["20:00"])
    closes_at: str = Field(examples=["23:30"])


class Venue(Schema):
    id: int
    name: str
    address: str
    tables: int
    nights: list[Night]


class PlayingDay(Schema):
    id: int
    day: str = Field(examples=["2026-03-14"])
    hours: list[str] = Field(examples=[["20:30", "22:00"]])
    rounds: int
    venue: int | None


class SeriesLine(Schema):
    id: int
    name: str
    club: str | None
    federation: str | None
    scoring: str
    starts_on: str | None
    ends_on: str | None
    page: str


class SeriesRow(Schema):
    rank: int
    name: str
    username: str | None
    total: int
    attended: int


class Series(SeriesLine):
    competitions: list[int] = Field(description="Those that count.")
    table: list[SeriesRow]


class HallTable(Schema):
    number: int
    name: str
    match: int | None = Field(description="The match that is played there now.")


class Table(Schema):
    """A table on the site. Hands are never shown; a finished game has a record."""

    id: int
    title: str
    status: str
    score: list[int] | None
    seats: list[str | None]
    record: bool
    page: str


class Draft(Schema):
    """The next draw or round, which only organisers see until it is published."""

    seen: str = Field(description="The version to send when it is published.")
    group: int | None
    round: int
    pools: list[list[Any]]


class Setting(Schema):
    """A setting of a new competition, as the form has it."""

    name: str
    label: str
    help: str
    required: bool
    default: str
    choices: list[str]


# ---- requests ----


class NewEntry(Schema):
    players: list[Text] = Field(
        min_length=1,
        max_length=12,
        examples=[["Ana Ruiz", "@beto"]],
        description="Names; `@name` is an account.",
    )
    name: Text = ""
    affiliation: Text = ""


class NewRow(NewEntry):
    seed: int | None = Field(None, ge=1, le=1000)
    paid: bool = False


class NewEntries(Schema):
    entries: list[NewRow] = Field(min_length=1)


class EntriesWritten(Schema):
    entries: list[int] = Field(description="The ids of the new entries, in order.")
    confirmed: int
    waiting: int
    left_out: list["RowLeftOut"]


class RowLeftOut(Schema):
    row: int = Field(description="Its index in the request, from 0.")
    codes: list[str]
    problems: list[str]


class Withdrawal(Schema):
    reason: Text = ""


class Absence(Schema):
    round: int | None = Field(None, ge=1, le=999, description="The next one by default.")
    absent: bool = True
    asked: bool | None = Field(None, description="Whether it asked for a bye.")


class NewResult(Schema):
    games: list[tuple[Annotated[int, Field(ge=0, le=999)], Annotated[int, Field(ge=0, le=999)]]] = (
        Field(
            min_length=1,
            max_length=27,
            examples=[[[30, 24]]],
            description="The points of each game, the first side's first; of chicos, of each.",
        )
    )
    seen: int = Field(
        0,
        ge=0,
        le=2**63 - 1,
        description="`submission` of the result that you saw; 0 for none. "
        "If another one stands, the answer is 409 `saved-meanwhile`.",
    )
    against: list[
        tuple[Annotated[int, Field(ge=0, le=999)], Annotated[int, Field(ge=0, le=999)]]
    ] = Field(
        [],
        max_length=27,
        description="The same as `games`, to write them although a slip says otherwise. "
        "Without it the answer is then 409 `slip-differs`.",
    )
    reason: Text = ""


class Correction(Schema):
    games: list[tuple[Annotated[int, Field(ge=0, le=999)], Annotated[int, Field(ge=0, le=999)]]] = (
        Field(min_length=1, max_length=27, examples=[[[24, 30]]])
    )
    reason: Text = Field(examples=["Se anotó al revés."])
    seen: str | None = Field(
        None, max_length=200, description="`seen` of the preview: refuse if more falls by now."
    )


class Falling(Schema):
    """The consequences of a correction."""

    seen: str
    results: list[int] = Field(description="Decided matches that fall.")
    tables: list[int] = Field(description="Matches in play that are voided.")


class NewCompetition(Schema):
    """The settings of the form; those left out take its defaults."""

    name: Text = Field(examples=["Copa de otoño"])
    settings: dict[Text, bool | int | str] = Field(
        {},
        examples=[{"format": "swiss", "cap": 32, "preset": "argentino", "seats": "4"}],
        description="By the names that `GET /competition-settings` lists.",
    )
    open: bool = Field(False, description="Open the registration at once.")


class Drawing(Schema):
    as_draft: bool = Field(False, description="Show it to organisers first.")


class Publishing(Schema):
    seen: str = Field(max_length=40, description="`seen` of the draft.")


class PersonChange(Schema):
    name: Text | None = None
    nickname: Text | None = None
    hidden: bool | None = None
