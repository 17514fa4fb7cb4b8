"""Messages in words: greeting, sentences that fit the thread, closing, signature."""

from __future__ import annotations

from functools import cache

from onym.demo.dice import Dice
from onym.demo.names import load, misspell
from onym.demo.sentences import Writer, mark
from onym.demo.threads import Mention, Message

OPENS = {"present": ("present",), "comment": ("praise",), "answer": ("short", "agree", "answer")}
MIDDLE = {
    "present": ("outline",) * 4 + ("experience", "cite", "general"),
    "comment": ("praise", "experience") * 2
    + ("question", "general") * 3
    + ("agree", "disagree", "cite"),
    "answer": ("answer",) * 5 + ("general",) * 3 + ("experience",) * 2 + ("cite", "agree"),
    "reply": ("agree", "disagree", "question") * 2 + ("experience", "general") * 3 + ("cite",),
}
"""What is said between the first and the last sentence, as often as it is listed."""
ENDS = {
    "present": ("invite",),
    "comment": ("question", "closing", "praise"),
    "answer": ("closing", "closing", "general", "answer"),
    "reply": ("closing", "question", "general", "experience"),
}
RARE = (("third", 0.015), ("link", 0.015), ("mail", 0.006))

TYPING_SLIP = 0.04
"""How many sentences have an ordinary word misspelt."""

FORGETS_STOP = 0.065
"""How often an unsigned message lacks its last full stop."""


@cache
def phrases(section: str, key: str) -> tuple[str, ...]:
    """Greetings and closings, as often in the list as they are common."""
    return tuple(load("sentences.toml")[section][key].split("|"))


def compose(message: Message, writer: Writer) -> str:
    """Write a message; names in it are still marked."""
    dice = writer.dice
    opening, ending = _opening(message, dice), _ending(message, writer)
    room = message.words - len(opening.split()) - len(ending.split())
    message.sentences = [_slip(line, dice) for line in _body(message, writer, room)]
    text = opening + _join(message.sentences, dice)
    quote = _quote(message, dice)
    return quote + (text + ending if ending else _trail_off(text, dice))


def _count(sentence: str) -> int:
    return sentence.count(" ") + 1


def _name(mention: Mention) -> str:
    return mark(mention.form.name, mention.person.id)


def _opening(message: Message, dice: Dice) -> str:
    gap = "\n" if dice.chance(0.6) else "\n\n" if dice.chance(0.4) else " "
    if message.greeting:
        return _greet(message, message.greeting, dice) + gap
    if message.parent is None:
        first = dice.pick(("Hi all", "Hello everyone", "Hi everyone", "Hello all", "", ""))
        return first and first + dice.pick((",", "!", "")) + gap
    chance = dice.random()
    if chance < 0.055:
        return f"Hi {dice.pick(phrases('greetings', 'nobody'))}{dice.pick((',', '', '!'))}{gap}"
    return dice.pick(phrases("greetings", "bare")) + gap if chance < 0.075 else ""


def _greet(message: Message, mention: Mention, dice: Dice) -> str:
    name = _name(mention)
    tail = dice.pick((",", ",", ",", "", "!", " -"))
    if mention.style == "hello":
        first = dice.pick(phrases("greetings", "other"))
        way = dice.weigh(("{0} {1}", "Thanks {1}", "Thank you {1}", "{1}"), (7, 1, 1, 1))
        return way.format(first, name) + (tail or ",")
    if mention.style == "glued":
        return f"Hi{name}{tail}"
    word = dice.weigh(("Hi", "hi", "HI"), (94, 5, 1))
    second = next((m for m in message.asides if m.style == "aside" and not m.fixed), None)
    if second and second.person is not mention.person and dice.chance(0.08):
        message.asides.remove(second)
        return f"{word} {name} and {_name(second)}{tail}"
    return f"{word} {name}{tail}"


def _ending(message: Message, writer: Writer) -> str:
    dice, mention = writer.dice, message.signature
    if mention is None:
        spoken = next((m for m in message.asides if m.style == "address" and not m.fixed), None)
        if spoken and dice.chance(0.2):
            message.asides.remove(spoken)
            way = dice.pick(("Thanks {0}!", "Thanks again, {0}.", "Thanks {0}", "Good luck {0}!"))
            return "\n" + way.format(_name(spoken))
        if dice.chance(0.05):
            return "\n" + dice.pick(phrases("closings", "without_name"))
        return ""
    name = _name(mention)
    if mention.fixed:
        return _fixed_ending(mention, name, dice)
    if mention.style == "glued":
        return f"\nthanks{name}"
    after = dice.pick((".", " :)", "!", " :-)", ".")) if dice.chance(0.08) else ""
    closing = dice.pick(phrases("closings", "with_name"))
    if mention.style == "closing":
        closing = closing.rstrip(",") if dice.chance(0.25) else closing
        text = f"\n\n{closing}\n{name}{after}"
    elif mention.style == "inline":
        text = f" {closing} {name}{after}"
    else:
        text = "\n" + ("- " if mention.style == "dash" else "") + name + after
    if dice.chance(0.02):
        text += "\n\n" + writer.say("postscript", set())
    return text


def _fixed_ending(mention: Mention, name: str, dice: Dice) -> str:
    if mention.style == "dashed":
        return f"\n-{name}-"
    if mention.style == "thanks":
        return dice.pick((f"\nThanks {name}", f"\nCheers\n{name}", f"\nThanks\n{name}"))
    return f"\n{dice.pick(('', '', 'Thanks,', 'Cheers,', 'Best,'))}\n{name}".replace("\n\n", "\n")


def _body(message: Message, writer: Writer, room: int) -> list[str]:
    """Say things until the message is as long as it should be."""
    dice, used = writer.dice, set[int]()
    named = [_speak(mention, writer, used) for mention in message.asides]
    mail = mark(f"student{int(dice.between(1000, 9999))}@example.edu", message.author.id, "EMAIL")
    rare = [function for function, chance in RARE if dice.chance(chance)]
    named += [writer.say(function, used, mail=mail) for function in rare]
    if dice.chance(0.08 if writer.topic.get("formulas") else 0.002):
        named.append(writer.say("formula", used))
    room -= sum(map(_count, named))
    found: list[str] = []
    if room > 10 and message.kind in OPENS:
        found.append(writer.say(dice.pick(OPENS[message.kind]), used))
    last = [writer.say(dice.pick(ENDS[message.kind]), used)] if room > 30 else []
    room -= sum(map(_count, found + last))
    _fill_up(found, room, message.kind, writer, used)
    for sentence in named:
        found.insert(int(dice.between(1, len(found) + 1)) if found else 0, sentence)
    return found + last or [writer.say("short", used)]


def _fill_up(found: list[str], room: int, kind: str, writer: Writer, used: set[int]) -> None:
    functions, pick = MIDDLE[kind], writer.dice.pick
    while room > 6:
        sentence = writer.say(pick(functions), used)
        for _ in range(3):
            if _count(sentence) <= room + 5:
                break
            sentence = writer.say(pick(functions), used)
        found.append(sentence)
        room -= _count(sentence)
    if room > 2 and kind != "present":
        found.append(writer.say("short", used))


def _speak(mention: Mention, writer: Writer, used: set[int]) -> str:
    function = {"address": "address", "own": "own"}.get(mention.style, "mention")
    return writer.say(function, used, who=_name(mention))


def _slip(sentence: str, dice: Dice) -> str:
    """Misspell an ordinary word now and then, never one beside a name."""
    if not dice.chance(TYPING_SLIP) or "\x02" in sentence or "/" in sentence:
        return sentence
    words = sentence.split(" ")
    able = [at for at, w in enumerate(words) if len(w) > 4 and w.isalpha() and w.islower()]
    if able:
        at = dice.pick(able)
        words[at] = misspell(words[at], dice, set())
    return " ".join(words)


def _join(sentences: list[str], dice: Dice) -> str:
    text = sentences[0]
    for sentence in sentences[1:]:
        chance = dice.random()
        text += ("\n\n" if chance < 0.1 else "\n" if chance < 0.14 else " ") + sentence
    return text


def _quote(message: Message, dice: Dice) -> str:
    """Quote a line of the message that is answered, one time in fifty."""
    planned = message.greeting is not None and message.greeting.fixed
    if message.parent is None or planned or not dice.chance(0.02):
        return ""
    lines = [line for line in message.parent.sentences if "\x02" not in line]
    return f"> {dice.pick(lines)}\n\n" if lines else ""


def _trail_off(text: str, dice: Dice) -> str:
    if text.endswith(".") and dice.chance(FORGETS_STOP):
        return text[:-1]
    return text
