"""Details among the mentions of a message, as the policy says."""

from __future__ import annotations

import time

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym import formats
from onym.errors import PolicyError
from onym.model import Corpus, Entry, Mapping, Participant, Policy, Replaced
from onym.presets import PRESETS, actions
from onym.replace.replace import replace, rewrite


def corpus_of(*texts: str, **columns: list[str]) -> Corpus:
    frame = {"id": [str(n) for n, _ in enumerate(texts, 1)], "text": list(texts), **columns}
    return formats.read(pl.DataFrame(frame))


def run(*texts: str, mapping: Mapping | None = None, **policy: object) -> Replaced:
    chosen = Policy(**{"preset": "everything", "seed": 3, **policy})  # type: ignore[arg-type]
    corpus = corpus_of(*texts)
    people = {"U1": Participant("U1", ("Robert Poe",)), "U2": Participant("U2", ("Anna",))}
    corpus = Corpus(corpus.messages, people, corpus.source)
    return replace(corpus, mapping or Mapping(), chosen)


def texts_of(replaced: Replaced) -> list[str]:
    return replaced.messages["text"].to_list()


def names(*pairs: tuple[str, str]) -> Mapping:
    return Mapping(tuple(Entry(*pair) for pair in pairs))


def test_each_action_does_what_it_says() -> None:
    text = "Write to a.b@c.org in Leeds or York, says the nurse"
    after = {
        "placeholder": "Write to [email_1] in [city_1] or [city_2], says the nurse",
        "fixed": "Write to email@dot.com in [city] or [city], says the nurse",
        "mark": text,
        "keep": text,
    }
    for action, expected in after.items():
        done = run(text, details={"EMAIL": action, "city": action})
        assert texts_of(done) == [expected]
        replaced = [mention.replacement is not None for mention in done.mentions]
        assert replaced == {"keep": [False], "mark": [False] * 4}.get(action, [True] * 3 + [False])


def test_mentions_tell_category_label_and_thing() -> None:
    (mention,) = run("I live in Stokholm with my dog").mentions
    assert (mention.category, mention.sublabel, mention.value) == ("PLACE", "city", "stockholm")
    assert mention.by == "details"


def test_one_thing_has_one_pseudonym_within_its_essay() -> None:
    done = run("I live in Stockholm, yes stokholm, and not in York", "Leeds")
    one, two, three = (mention.replacement for mention in done.mentions[:3])
    assert one and two and one.lower() == two != three
    whole = run("Leeds", "Leeds", "Leeds", scope="corpus")
    assert len(set(texts_of(whole))) == 1


def test_presets() -> None:
    assert actions(Policy()) == {}
    assert set(actions(Policy(preset="forum")).values()) == {"fixed"}
    assert actions(Policy(preset="essay"))["fam"] == "mark"
    assert actions(Policy(preset="forum", details={"city": "mark"}))["city"] == "mark"
    assert "email" not in actions(Policy(preset="forum", details={"EMAIL": "keep"}))
    assert {*PRESETS} == {"forum", "essay", "everything", "names-only"}


def test_a_known_name_comes_before_a_detail() -> None:
    done = run("Anna Berg and Anna", mapping=names(("U2", "Anna")), style="id")
    assert texts_of(done)[0].startswith("[U2] ")
    assert "Berg" not in texts_of(done)[0]
    assert [m.sublabel for m in done.mentions] == [None, "surname", None]


def test_people_who_do_not_take_part_are_details_too() -> None:
    text = "My friend Karl Lund came. Then Karl went home."
    done = run(text, mapping=names(("X1", "Karl"), ("X1", "Karl Lund")), style="id")
    first, second = (mention.replacement for mention in done.mentions)
    assert first and second and first.split()[0] == second != "[X1]"
    assert [mention.sublabel for mention in done.mentions] == ["fullname", "firstname_male"]
    kept = run(text, mapping=names(("X1", "Karl")), style="id", details={"NAME": "keep"})
    assert texts_of(kept) == [text.replace("Karl", "[X1]")]


def test_no_stranger_gets_the_masking_name_of_somebody_who_takes_part() -> None:
    strangers = [f"My friend {name} came." for name in ("Karl", "Ivan", "Peter", "Paul", "Luke")]
    for seed in range(8):
        done = run(*strangers, mapping=names(("U1", "Robert")), style="name", seed=seed)
        masks = {value.split()[0] for value in done.pseudonyms.values()}
        assert len(done.mentions) == len(strangers)
        assert not masks & {mention.replacement for mention in done.mentions}


def test_a_longer_detail_takes_a_name_in() -> None:
    both = names(("U1", "Robert"), ("U1", "robert"))
    text = "Robert likes it. He studies at Robert Gordon College."
    done = run(text, mapping=both, style="id", scope="corpus")
    assert texts_of(done)[0].startswith("[U1] likes it. He studies at ")
    assert "Gordon" not in texts_of(done)[0]
    mail = run("robert.gordon@c.org", mapping=both, style="id", details={"EMAIL": "placeholder"})
    assert texts_of(mail) == ["[email_1]"]
    assert mail.mentions[0].participant == "U1"


def test_code_keeps_everything_but_addresses() -> None:
    text = "`in Leeds: a@b.org` and Leeds"
    done = run(text, details={"city": "placeholder"})
    assert texts_of(done) == ["`in Leeds: email@dot.com` and [city_1]"]


def test_a_topic_can_be_left_alone() -> None:
    corpus = corpus_of("Leeds", "Leeds", "Leeds", genre=["letter", "Book review ", "letter"])
    policy = Policy(preset="essay", off={"genre": ("book review",)}, seed=1)
    after = replace(corpus, Mapping(), policy).messages["text"].to_list()
    assert [text == "Leeds" for text in after] == [False, True, False]
    with pytest.raises(
        PolicyError, match=r"off\.kind: the source has no column, field or attribute kind"
    ):
        replace(corpus, Mapping(), Policy(preset="essay", off={"kind": ("x",)}))


def test_what_details_became_they_become_again() -> None:
    first = run("Leeds and York", scope="corpus")
    corpus = corpus_of("York")
    policy = Policy(preset="everything", seed=99, scope="corpus")
    again = replace(corpus, Mapping(), policy, details=first.details)
    assert texts_of(again)[0] == texts_of(first)[0].split(" and ")[1]


def test_a_text_may_hold_the_characters_that_notes_are_written_with() -> None:
    text = "\ufdd00\ufdd1 is no note, nor is \ufdd0, but Leeds is a city: \ufdd0\ufdd1"
    (after,) = texts_of(run(text))
    city = run(text).mentions[0].replacement
    assert city not in (None, "Leeds") and after == text.replace("Leeds", str(city))
    assert texts_of(run(plain := "\ufdd07\ufdd1 and nothing else")) == [plain]


PIECES = [
    "Anna Berg",
    "anna@b.org",
    "Leeds",
    "Robert",
    "I am 30 years old",
    "in May 2012",
    "`code`",
]
PIECES += ["<b>", "</b>", "my brother", "www.x.org/Leeds", ", ", " and ", "\n", ". ", "’s", "Oslo "]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(PIECES), max_size=14), st.sampled_from(["name", "code"]))
def test_mentions_never_overlap_and_never_keep_the_original(pieces: list[str], style: str) -> None:
    text = " ".join(pieces)
    done = run(text, mapping=names(("U1", "Robert"), ("U2", "Anna"), ("X1", "Oslo")), style=style)
    ends = 0
    for mention in done.mentions:
        assert ends <= mention.start < mention.end <= len(text)
        ends = mention.end
        if mention.replacement is not None:
            assert mention.replacement != text[mention.start : mention.end]
    assert texts_of(done) == [rewrite(text, done.mentions)]
    assert "anna@b.org" not in texts_of(done)[0]


def test_whose_folder_a_file_lies_in_is_hidden_in_code_too() -> None:
    text = "See `/home/anna/x.R` and C:\\Users\\Jo Poe\\x.R, not /home/user/x"
    done = run(text, mapping=names(("U1", "Anna")), preset="forum", style="id")
    assert texts_of(done) == ["See `/home/user/x.R` and C:\\Users\\user\\x.R, not /home/user/x"]


def test_many_details_and_names_in_a_message_take_time_that_grows_with_its_length_alone() -> None:
    def spent(lines: int) -> float:
        before = time.process_time()
        done = run("Robert wrote to a.b@c.org\n" * lines, mapping=names(("U1", "Robert")))
        assert "Robert" not in texts_of(done)[0] and "@c.org" not in texts_of(done)[0]
        return time.process_time() - before

    short = min(spent(1_000), spent(1_001))
    assert min(spent(8_000), spent(8_001)) < 8 * 2.5 * (short + 0.02)
