//! How much work a long answer is, counted.

use super::*;

/// Grows a document by deltas of three bytes (or what the next character takes) and finishes it.
fn streamed(text: &str) -> Growing {
    let mut document = Growing::new(5);
    for prefix in prefixes(text, &[3]) {
        document.grow(prefix);
        let within = 2 * prefix.len() as u64;
        assert!(document.parsed() <= within, "{} of {within} bytes", document.parsed());
    }
    document.finish();
    document
}

/// At least `size` bytes.
fn repeated(size: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for index in 0.. {
        if text.len() >= size {
            break;
        }
        text.push_str(&part(index));
    }
    text
}

fn check(name: &str, text: &str) {
    let document = streamed(text);
    let (parsed, length) = (document.parsed(), text.len() as u64);
    assert!(parsed <= 3 * length, "{name}: {parsed} of {length} bytes");
    assert!(document.blocks() == parse_with_citations(text, 5), "{name}");
}

/// An answer as models write them.
fn typical(index: usize) -> String {
    format!(
        "## Part {index}\n\nThe **first** thing to say of `part {index}` is in [its page](https://example.com/{index}), as \
         found[1][2]. It goes on for a while, and then it ends.\n\n- **One**: a point with `code`\n- **Two**: another one, \
         [linked](https://example.com/a_(b))\n  - nested *deeper*\n\n```rust\nfn part() -> u32 {{\n    {index}\n}}\n```\n\n\
         | a | b |\n|---|--:|\n| {index} | [x](https://example.com/{index}) |\n| 2 | 3 |\n\n"
    )
}

#[test]
fn a_long_answer_is_parsed_at_most_three_times() {
    let long = |part: &dyn Fn(usize) -> String| repeated(100_000, part);
    let item = |index| format!("- **Item {index}**: some `words` of it\n");
    let row = |index| format!("| **{index}** | [x](https://example.com/{index}) |\n");
    let sentence = |index| format!("Sentence {index} has *one* [link](https://example.com/{index}). ");
    let code = |index| format!("let x{index} = a[{index}] * *b;\n");
    check("typical", &long(&typical));
    check("one list", &long(&item));
    check("one loose list", &long(&|index| format!("{index}. Item with words\n\n   and a paragraph\n\n")));
    check("one table", &("| a | b |\n|---|---|\n".to_owned() + &long(&row)));
    check("one paragraph", &long(&sentence));
    check("open fence", &("Code:\n\n```rust\n".to_owned() + &long(&code)));
    check("headings", &long(&|index| format!("# Heading {index}\n")));
}

#[test]
fn notes_and_references_are_parsed_at_most_three_times() {
    let note = |index| format!("[^{index}]: Note *{index}*.\n");
    let link = |index| format!("[l{index}]: https://example.com/{index}\n");
    let noted =
        |index: usize| format!("Paragraph {index} says **something** that a note explains[^{}].\n\n", index % 900);
    let linked = |index: usize| format!("Paragraph {index} leads to [a page][l{}] and *ends*.\n\n", index % 900);
    let (notes, links): (String, String) = ((0..900).map(note).collect(), (0..900).map(link).collect());
    check("notes at the end", &(repeated(75_000, noted) + &notes));
    check("notes at the start", &(notes.clone() + "\n" + &repeated(75_000, noted)));
    check("notes between", &repeated(30_000, |index| format!("Text[^n{index}] of it.\n\n[^n{index}]: Its note.\n\n")));
    check("links at the end", &(repeated(75_000, linked) + &links));
    check("links at the start", &(links.clone() + "\n" + &repeated(75_000, linked)));
    check("definitions only", &repeated(100_000, link));
    check("references only", &(repeated(10_000, |index| format!("[^{index}]")) + "\n\n" + &notes));
    check("one note in much", &(repeated(10_000, |_| "[^a]".to_owned()) + "\n\n[^a]: Note."));
}

#[test]
fn what_cannot_be_cut_is_parsed_at_most_three_times() {
    let much = |part: &'static str| repeated(15_000, |_| part.to_owned());
    for part in [
        "a",
        "a ",
        "*a **b ",
        "[",
        "[a](b ",
        "![a](b\n",
        "<div>x\n",
        "> **words**\n>\n",
        "a\r\r",
        "|a",
        "`",
        "-\n",
        "> ",
    ] {
        check(part, &much(part));
    }
}

#[test]
fn what_a_reader_sees_is_never_far_behind() {
    for (name, text) in [
        ("typical", repeated(20_000, typical)),
        ("one list", repeated(20_000, |index| format!("- **Item {index}**: some `words` of it\n"))),
        ("one paragraph", repeated(20_000, |index| format!("Sentence {index} has *one* `piece` of code. "))),
    ] {
        let mut document = Growing::new(5);
        let mut longest = 0;
        for prefix in prefixes(&text, &[3]) {
            document.grow(prefix);
            // Where all is parsed, none of these marks is text.
            let shown = text_of(&document.blocks());
            longest = longest.max(shown.find(['*', '`']).map_or(0, |first| shown.len() - first));
        }
        assert!(longest < 400, "{name}: {longest} bytes with marks that are not drawn yet");
    }
}
