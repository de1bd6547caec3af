"""Crowns of the reyes and hats of the caballos and sotas, drawn about the middle of the face."""

from games.deck_art.geometry import star, symmetric
from games.deck_art.palette import BLUE, GOLD, GREEN, LINEN, RED, STEEL, Tones
from games.deck_art.pen import disc, flat, group, line, oval, shape

BAND = "M0-7C8-7 14-8.5 19-11L20-18C12-15 6-14 0-14"


def _circlet(gems: Tones) -> str:
    """The band every crown stands on, with three stones."""
    stones = "".join(
        disc(x, y, 2.5, gems.base, 1.1) for x, y in ((-11, -12), (0, -10.5), (11, -12))
    )
    return shape(symmetric(BAND), GOLD.base, 2.2) + stones


def royal_crown() -> str:
    """Oros: five tall points with pearls, over a red cap."""
    cap = "M0-32C-10-32-18-26-18-14L0-10"
    points = "M0-13L0-36L6-22L13-34L16-20L25-31L20-16C12-13 6-13 0-13"
    pearls = "".join(
        disc(x, y, 3, GOLD.light, 1.6)
        for x, y in ((-25, -32), (-13, -35), (0, -38), (13, -35), (25, -32))
    )
    return (
        shape(symmetric(cap), RED.base, 2)
        + shape(symmetric(points), GOLD.base, 2.2)
        + flat("M-21-24L-18-16L-10-14L-13-28L-16-19Z", GOLD.light)
        + pearls
        + _circlet(RED)
    )


def arched_crown() -> str:
    """Copas: closed by arches under an orb and a cross."""
    arches = "M0-36C10-36 22-30 20-15C12-12 6-11 0-11"
    return (
        shape(symmetric(arches), RED.base, 2.2)
        + line("M-19-15C-19-28-9-35 0-36M0-36C9-35 19-28 19-15M0-36V-13", 5.4)
        + line("M-19-15C-19-28-9-35 0-36M0-36C9-35 19-28 19-15M0-36V-13", 2.4, GOLD.base)
        + disc(0, -38, 4.4, GOLD.base, 2)
        + line("M0-42V-51M-4-47H4", 4.4)
        + line("M0-42V-51M-4-47H4", 1.8, GOLD.base)
        + _circlet(BLUE)
    )


def spiked_crown() -> str:
    """Espadas: a warrior's crown of sharp points round a steel helmet."""
    helmet = "M0-37C-9-37-18-27-18-14L0-10"
    points = "M0-12L0-31L7-19L11-28L16-18L23-30L20-15C12-12 6-12 0-12"
    return (
        shape(symmetric(helmet), STEEL.base, 2.2)
        + flat("M-12-26C-9-32-5-34-2-35L-3-24L-11-20Z", STEEL.light)
        + line("M0-36V-26", 1.6)
        + shape(symmetric(points), GOLD.base, 2.2)
        + flat("M-20-22L-18-15L-9-13L-11-23L-16-16Z", GOLD.light)
        + disc(0, -39, 3.4, RED.base, 1.8)
        + _circlet(BLUE)
    )


def leafy_crown() -> str:
    """Bastos: gold leaves on a green cap."""
    cap = "M0-34C-12-33-18-26-18-14L0-10"
    blade = "M0 0C-7-6-6-15 0-22C6-15 7-6 0 0Z"
    leaves = "".join(
        group(shape(blade, GOLD.base, 2.2) + line("M0-3V-14", 1.2, GOLD.shade), x, y, turn, 1, 2.2)
        for x, y, turn in (
            (-17, -13, -28),
            (17, -13, 28),
            (-8.5, -12, -13),
            (8.5, -12, 13),
            (0, -11, 0),
        )
    )
    return shape(symmetric(cap), GREEN.base, 2.2) + leaves + _circlet(GREEN)


def plume(colour: Tones) -> str:
    """A feather from the right temple, curling back over the head."""
    return shape(
        "M17-16C20-34 8-48-12-46C-22-45-28-38-26-32C-22-38-14-38-10-34C-14-34-17-31-17-28"
        "C-8-32 4-28 9-16Z",
        colour.base,
        2.2,
    ) + line("M12-18C10-32 0-40-14-41M-1-30C2-32 2-34 1-37M6-25C9-27 10-31 9-34", 1.3, colour.shade)


def beret(cloth: Tones) -> str:
    """A soft cap leaning to the left, with a white feather."""
    return (
        group(plume(LINEN), 4, 0)
        + shape("M-26-6C-32-18-16-31 2-30C16-29 23-20 21-10C10-15-10-14-26-6Z", cloth.base)
        + flat("M-24-11C-24-20-10-27 2-27C-6-23-16-18-20-11Z", cloth.light)
        + shape("M-22-6C-10-13 10-14 21-9L20-15C8-19-12-18-23-12Z", cloth.shade, 2)
        + disc(15, -14, 3.6, GOLD.base, 1.8)
    )


def rolled_hood(cloth: Tones) -> str:
    """A padded roll round the head, its tail hanging over the shoulder."""
    return (
        shape("M-17-20C-32-16-30 8-33 32L-23 36C-20 16-21 2-13-8Z", cloth.base)
        + line("M-25-8C-27 6-26 18-28 31", 1.4, cloth.shade)
        + shape("M-14-22C-12-34 8-36 14-22Z", cloth.shade)
        + shape("M-21-9C-27-18-18-27 0-27C18-27 26-17 20-9C10-15-11-15-21-9Z", cloth.base)
        + flat("M-20-13C-22-20-12-24-2-24C-8-21-14-18-20-13Z", cloth.light)
        + line(
            "M-12-25C-8-22-7-18-9-14M0-27C3-23 4-18 2-14M12-25C14-21 14-17 12-13", 1.5, cloth.shade
        )
    )


def broad_hat(cloth: Tones, feather: Tones) -> str:
    """A wide brim turned up at one side, with a plume."""
    return (
        group(plume(feather), -2, 0)
        + shape("M-15-12C-17-30-10-33 0-31C10-33 18-28 15-12Z", cloth.base)
        + flat("M-12-15C-13-26-8-29-3-29C-7-24-7-19-7-15Z", cloth.light)
        + shape(
            "M-34-8C-26-20 22-22 33-14C38-9 30-4 24-7C12-13-8-13-20-6C-28-2-38-2-34-8Z", cloth.base
        )
        + flat("M-30-8C-20-14 10-17 26-13C10-15-14-12-26-6Z", cloth.light)
        + shape("M-15-14C-6-18 6-18 15-15L15-20C6-23-6-23-15-19Z", GOLD.base, 1.8)
    )


def hunters_cap(cloth: Tones) -> str:
    """A pointed cap with a feather stuck in its turned brim."""
    return (
        shape("M-6-18C-18-30-22-44-14-54C-12-42-4-34 2-20Z", RED.base, 2)
        + line("M-1-20C-9-30-13-40-14-50", 1.2, RED.light)
        + shape("M-21-9C-20-28-4-36 8-33C20-30 28-22 40-15C26-16 24-10 18-8Z", cloth.base)
        + flat("M-18-12C-16-26-4-31 6-30C-4-26-10-20-10-12Z", cloth.light)
        + shape(
            "M-23-5C-10-12 10-13 24-7C32-8 36-11 40-15C28-18 18-19 8-19C-6-19-20-15-23-5Z",
            cloth.shade,
            2.2,
        )
    )


def turban(cloth: Tones) -> str:
    """Wound cloth with a jewel at the brow."""
    return (
        shape("M2-24C-2-34 2-44 9-50C10-42 14-34 8-24Z", LINEN.base, 2)
        + line("M5-26C5-34 7-40 8-44", 1.2, LINEN.shade)
        + shape("M-22-8C-30-22-14-34 0-33C16-34 30-22 22-8C10-15-10-15-22-8Z", cloth.base)
        + flat("M-22-14C-23-24-10-30 0-30C-8-26-14-20-20-12Z", cloth.light)
        + line(
            "M-18-27C-6-24 8-20 22-10M-24-17C-14-18-2-16 8-13M2-33C12-29 20-25 25-18",
            1.6,
            cloth.shade,
        )
        + disc(3, -19, 4.6, GOLD.base, 1.8)
        + disc(3, -19, 2, RED.base)
    )


def helmet(crest: Tones) -> str:
    """A steel helmet with a crest of feathers."""
    return (
        shape(
            "M-4-34C-14-48-34-44-37-26C-40-12-32-2-31 8C-25-2-27-12-20-18C-16-24-10-26-2-28Z",
            crest.base,
        )
        + line(
            "M-8-34C-18-38-29-32-31-18C-32-10-30-4-30 0M-12-30C-20-28-24-22-25-16", 1.3, crest.light
        )
        + shape("M-20-5C-22-24-12-36 1-36C14-36 23-24 21-5C12-12-10-12-20-5Z", STEEL.base)
        + flat("M-16-10C-17-22-10-31-2-33C-8-26-9-18-9-12Z", STEEL.light)
        + flat("M17-10C18-20 14-28 8-32C12-24 12-18 12-12Z", STEEL.shade)
        + shape("M-22-3C-10-11 12-11 23-3L22-9C12-17-10-17-21-9Z", GOLD.base, 2)
        + line("M1-35V-15", 1.8)
    )


def country_hat(cloth: Tones) -> str:
    """A round straw hat with a sprig of leaves."""
    leaves = (
        "M14-16C16-24 24-28 32-27C30-20 22-14 14-16ZM14-16C12-24 16-32 22-36C25-28 22-20 14-16Z"
    )
    hat = (
        oval(0, -10, 31, 8, cloth.shade, 2.4)
        + shape("M-17-13C-18-30-8-34 0-34C8-34 18-30 17-13C8-9-8-9-17-13Z", cloth.base)
        + flat("M-13-16C-14-27-7-31-1-31C-6-26-7-20-7-14Z", cloth.light)
        + shape("M-17-13C-8-9 8-9 17-13L17-19C8-15-8-15-17-19Z", RED.base, 1.8)
        + shape(
            "M-31-10C-28-4-14-12 0-11C14-12 28-4 31-10C30-2 16-3 0-4C-16-3-30-2-31-10Z",
            cloth.base,
            2,
        )
        + shape(leaves, GREEN.base, 1.8)
        + shape(star(14, -16, 3, 3, 4), RED.base, 1.2)
    )
    return group(hat, 0, -4)
