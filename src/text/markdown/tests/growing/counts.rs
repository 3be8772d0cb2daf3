//! How much work a long answer is, counted.

use super::*;

/// Grows a document by deltas of three bytes (or what the next character takes) and finishes it.
fn streamed(text: &str) -> Growing {
    let mut document = Growing::new(5);
    let mut end = 0;
    while end < text.len() {
        end = (end + 3).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        document.grow(&text[..end]);
        let within = 2 * end as u64;
        assert!(document.parsed() <= within, "{} of {within} bytes", document.parsed());
    }
    document.finish();
    document
}

fn repeated(part: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for index in 0.. {
        if text.len() >= 100_000 {
            break;
        }
        text.push_str(&part(index));
    }
    text
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
    let notes = |count: usize| (0..count).map(|index| format!("[^{index}]: Note *{index}*.\n")).collect::<String>();
    let links =
        |count: usize| (0..count).map(|index| format!("[l{index}]: https://example.com/{index}\n")).collect::<String>();
    let noted =
        |index: usize| format!("Paragraph {index} says **something** that a note explains[^{}].\n\n", index % 900);
    let linked = |index: usize| format!("Paragraph {index} leads to [a page][l{}] and *ends*.\n\n", index % 900);
    let documents = [
        ("typical", repeated(typical)),
        ("one list", repeated(|index| format!("- **Item {index}**: some `words` of it\n"))),
        ("one loose list", repeated(|index| format!("{index}. Item with words\n\n   and a paragraph\n\n"))),
        (
            "one table",
            "| a | b |\n|---|---|\n".to_owned()
                + &repeated(|index| format!("| **{index}** | [x](https://example.com/{index}) |\n")),
        ),
        (
            "one paragraph",
            repeated(|index| format!("Sentence {index} has *one* [link](https://example.com/{index}). ")),
        ),
        ("one paragraph in lines", repeated(|index| format!("Line {index} has *one* `piece` of code\n"))),
        ("one quote", repeated(|index| format!("> Line {index} with **words**\n>\n"))),
        (
            "open fence",
            "Code:\n\n```rust\n".to_owned() + &repeated(|index| format!("let x{index} = a[{index}] * *b;\n")),
        ),
        ("one word", "a".repeat(100_000)),
        ("headings", repeated(|index| format!("# Heading {index}\n"))),
        ("emphasis", repeated(|_| "*a **b ".to_owned())),
        ("brackets", "[".repeat(100_000)),
        ("html", repeated(|index| format!("<div>{index}\n"))),
        ("notes at the end", repeated(noted) + &notes(900)),
        ("notes at the start", notes(900) + "\n" + &repeated(noted)),
        ("notes between", repeated(|index| format!("Text[^n{index}] of it.\n\n[^n{index}]: Its note.\n\n"))),
        ("links at the end", repeated(linked) + &links(900)),
        ("links at the start", links(900) + "\n" + &repeated(linked)),
        ("definitions only", links(3_000)),
        ("references only", repeated(|index| format!("[^{index}]")) + "\n\n" + &notes(900)),
        ("one note in much", repeated(|_| "[^a]".to_owned()) + "\n\n[^a]: Note."),
        ("half links", repeated(|_| "[a](b ".to_owned())),
        ("lone returns", repeated(|index| format!("line {index}\r\r"))),
    ];
    for (name, text) in documents {
        let start = std::time::Instant::now();
        let document = streamed(&text);
        println!("{name}: {:.2} times, {:?}", document.parsed() as f64 / text.len() as f64, start.elapsed());
        assert!(document.parsed() <= 3 * text.len() as u64, "{name}: {} of {}", document.parsed(), text.len());
        assert!(document.blocks() == parse_with_citations(&text, 5), "{name}");
    }
}
