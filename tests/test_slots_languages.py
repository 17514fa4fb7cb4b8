"""Where names stand in Swedish, French and German messages; every person is invented."""

from __future__ import annotations

import pytest

from slot_tables import cases, slots

GREETINGS_ELSEWHERE = """
sv: Hej Maria!                       → greeted Maria
sv: Hejsan Maria                     → greeted Maria
sv: Kära Maria,                      → greeted Maria
sv: God morgon Maria                 → greeted Maria
sv: Hej Maria och Robert!            → greeted Maria; greeted Robert
sv: Hej alla!                        →
sv: Tack Maria!                      → thanked Maria
fr: Bonjour Marie,                   → greeted Marie
fr: Salut Marie !                    → greeted Marie
fr: Chère Marie,                     → greeted Marie
fr: Bonjour Madame Vaucelle,         → greeted Vaucelle; titled Vaucelle
fr: Bonjour Marie et Robert,         → greeted Marie; greeted Robert
fr: Bonjour à tous,                  →
de: Hallo Maria,                     → greeted Maria
de: Liebe Maria,                     → greeted Maria
de: Lieber Robert,                   → greeted Robert
de: Guten Morgen Maria,              → greeted Maria
de: Sehr geehrte Frau Hollenbach,    → greeted Hollenbach; titled Hollenbach
de: Sehr geehrter Herr Dr. Hollenbach, → greeted Hollenbach; titled Hollenbach
de: Liebe alle,                      →

sv: Hej Maria,                       → greeted Maria
sv: Hej Maria och Robert,            → greeted Maria; greeted Robert
fr: Merci Marie,                     → thanked Marie
fr: D'après Marie,                   → said Marie
fr: J'arrive,                        →
de: Danke Maria,                     → thanked Maria

de: Hallo Maria und Robert,          → greeted Maria; greeted Robert

de: Liebe Maria, lieber Robert,      → greeted Maria; greeted Robert

sv: Bra skrivet Maria!               → addressed Maria
"""
BODIES = {
    "sv": "den andra modellen är bättre än den första.",
    "fr": "le deuxième modèle est meilleur que le premier.",
    "de": "das zweite Modell ist besser als das erste.",
}


@pytest.mark.parametrize(("written", "expected"), cases(GREETINGS_ELSEWHERE))
def test_greetings_in_other_languages(written: str, expected: list[str]) -> None:
    code, _, words = written.partition(": ")
    assert slots(f"{words}\n\n{BODIES[code]}\n", code) == expected


SIGN_OFFS_ELSEWHERE = """
fr: M'enfin...                        →
fr: C'était Robert                    →
fr: Cordialement, D'Artagnan          → signed D'Artagnan
sv: Mvh ⏎ Robert                      → signed Robert
sv: MVH Robert                        → signed Robert
sv: Hälsningar, Robert                → signed Robert
sv: Med vänliga hälsningar ⏎ Åsa Lindqvist → signed Åsa Lindqvist
sv: Tack på förhand! ⏎ Robert         → signed Robert
sv: Kram ⏎ Robert                     → signed Robert
fr: Cordialement, ⏎ Robert            → signed Robert
fr: Bien à vous, ⏎ Luc Vaucelle       → signed Luc Vaucelle
fr: Merci d'avance, ⏎ Robert          → signed Robert
fr: Amicalement, Robert               → signed Robert
fr: À bientôt, Robert                 → addressed Robert; signed Robert
de: Viele Grüße ⏎ Robert              → signed Robert
de: LG Robert                         → signed Robert
de: MfG ⏎ Jürgen Hollenbach           → signed Jürgen Hollenbach
de: Danke und viele Grüße, ⏎ Robert   → signed Robert
de: Dein Robert                       → signed Robert

de: Liebe Grüße, Robert               → signed Robert
"""


@pytest.mark.parametrize(("written", "expected"), cases(SIGN_OFFS_ELSEWHERE))
def test_sign_offs_in_other_languages(written: str, expected: list[str]) -> None:
    code, _, words = written.partition(": ")
    assert slots(f"{BODIES[code].capitalize()}\n\n{words}\n", code) == expected


MENTIONS_ELSEWHERE = """
sv: Som Maria sa är det rätt.               → said Maria
sv: Jag håller med Maria om det.            → said Maria
sv: Enligt Maria är det så.                 → said Maria
sv: Tack Maria för länken.                  → thanked Maria
sv: min son Robert är sjuk.                 → related Robert
fr: Comme l'a dit Marie, c'est juste.       → said Marie
fr: Je suis d'accord avec Marie.            → said Marie
fr: Selon Marie, c'est juste.               → said Marie
fr: Merci Marie pour le lien.               → thanked Marie
fr: mon fils Robert est malade.             → related Robert
de: Wie Maria sagte, stimmt das.            → said Maria
de: Wie Maria schon geschrieben hat, stimmt das. → said Maria
de: Laut Maria stimmt das.                  → said Maria
de: Danke Maria für den Link.               → thanked Maria
de: mein Sohn Robert ist krank.             → related Robert
de: Mein Name ist Robert.                   → presented Robert

sv: Jag heter Robert.                       → presented Robert
fr: Je m'appelle Robert.                    → presented Robert
de: Ich heiße Robert.                       → presented Robert
sv: hej, jag heter robert                   → presented robert
fr: bonjour, je m'appelle robert            → presented robert
de: hallo, ich heiße robert                 → presented robert

de: Ich stimme Maria zu, das ist so.        → said Maria
sv: Marias inlägg var bra.                  → said Maria
de: Marias Beitrag war gut.                 → said Maria

sv: Jag pratade med Maria Ramsden igår.     → met Maria Ramsden
sv: Jag och Maria kommer.                   → met Maria
sv: Vaktmästaren Maria låser upp.           → met Maria
fr: Je travaille avec Marie Vaucelle.       → met Marie Vaucelle
fr: La gardienne Marie est malade.          → met Marie
de: Ich sprach mit Maria Hollenbach.        → met Maria Hollenbach
de: Maria Hollenbach aus dem Sekretariat weiß es. → met Maria Hollenbach
de: meine Großmutter Maria ist krank.       → related Maria

sv: min syster Maria är sjuk.               → related Maria
fr: ma sœur Marie est malade.               → related Marie
de: meine Schwester Maria ist krank.        → related Maria
"""


@pytest.mark.parametrize(("written", "expected"), cases(MENTIONS_ELSEWHERE))
def test_mentions_in_other_languages(written: str, expected: list[str]) -> None:
    code, _, words = written.partition(": ")
    body = BODIES[code].capitalize()
    assert slots(f"{body}\n\n{words} {body}\n", code) == expected
