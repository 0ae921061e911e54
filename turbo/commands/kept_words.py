"""What `undo`, `amend`, `backup` and `restore` say, in four languages."""

from turbo.game.messages import Language

Words = dict[Language, str]


def _each(en: str, nl: str, fr: str, de: str) -> Words:
    return dict(zip(Language, (en, nl, fr, de), strict=True))


SENTENCES: dict[str, Words] = {
    # Blanks fill up: in each language before and after stand below each other.
    "before": _each("before: {what}", "voor: {what}", "avant : {what}", "vorher: {what}"),
    "after": _each("after:  {what}", "na:   {what}", "après : {what}", "danach: {what}"),
    "won": _each(
        "finished: {name} has won",
        "afgelopen: {name} heeft gewonnen",
        "terminé : {name} a gagné",
        "beendet: {name} hat gewonnen",
    ),
    "drawn": _each(
        "finished: a draw",
        "afgelopen: gelijkspel",
        "terminé : match nul",
        "beendet: unentschieden",
    ),
    "open": _each(
        "{played} of {rounds} rounds played",
        "{played} van {rounds} rondes gespeeld",
        "{played} parties jouées sur {rounds}",
        "{played} von {rounds} Runden gespielt",
    ),
    # Without 'of how many': most editions with tiles are played until people have had enough.
    "open-tiles": _each(
        "{played} games played",
        "{played} spellen gespeeld",
        "{played} parties jouées",
        "{played} Spiele gespielt",
    ),
    "ask": _each(
        "Change it? [y/N] ",
        "Veranderen? [j/N] ",
        "Le changer ? [o/N] ",
        "Ändern? [j/N] ",
    ),
    "unchanged": _each(
        "nothing was changed",
        "er is niets veranderd",
        "rien n'a été changé",
        "nichts wurde geändert",
    ),
    "entry": _each(
        "entry {entry} of match {match}",
        "regel {entry} van wedstrijd {match}",
        "entrée {entry} du match {match}",
        "Eintrag {entry} von Match {match}",
    ),
    "copied": _each(
        "{file}: {count} matches",
        "{file}: {count} wedstrijden",
        "{file} : {count} matchs",
        "{file}: {count} Matches",
    ),
    "copied-throws": _each(
        "{file}: {count} matches, and the throws beside it",
        "{file}: {count} wedstrijden, en de worpen ernaast",
        "{file} : {count} matchs, et les lancers à côté",
        "{file}: {count} Matches, und die Würfe daneben",
    ),
    "restored": _each(
        "{file}: {count} matches with {entries} entries",
        "{file}: {count} wedstrijden met {entries} regels",
        "{file} : {count} matchs avec {entries} entrées",
        "{file}: {count} Matches mit {entries} Einträgen",
    ),
    "aside": _each(
        "what was there before: {file}",
        "wat er eerst stond: {file}",
        "ce qui s'y trouvait avant : {file}",
        "was vorher da war: {file}",
    ),
    "lost": _each(
        "  lost: {what}",
        "  verloren: {what}",
        "  perdu : {what}",
        "  verloren: {what}",
    ),
}

YES = ("y", "yes", "j", "ja", "o", "oui")
"""In each of the languages: who reads Dutch and types j has agreed."""


def said(key: str, language: Language, **values: object) -> str:
    """
    >>> said("entry", Language.GERMAN, entry=7, match=2)
    'Eintrag 7 von Match 2'
    """
    return SENTENCES[key][language].format(**values)
