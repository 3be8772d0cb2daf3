use std::time::{Duration, Instant};

use super::*;

/// How many nodes with children stand inside each other.
fn depth(blocks: &[Block]) -> usize {
    let deepest = blocks.iter().map(|block| match block {
        Block::Paragraph(inlines) => 1 + inline_depth(inlines),
        Block::Heading { children, .. } => 1 + inline_depth(children),
        Block::Quote(blocks) | Block::FootnoteDefinition { blocks, .. } => 1 + depth(blocks),
        Block::List { items, .. } => 2 + items.iter().map(|item| depth(&item.blocks)).max().unwrap_or(0),
        Block::Table { head, rows, .. } => {
            let cells = rows.iter().flatten().chain(head);
            3 + cells.map(|cell| inline_depth(cell)).max().unwrap_or(0)
        }
        Block::Code { .. } | Block::Rule | Block::Html(_) => 0,
    });
    deepest.max().unwrap_or(0)
}

fn inline_depth(inlines: &[Inline]) -> usize {
    let deepest = inlines.iter().map(|inline| match inline {
        Inline::Emphasis(children)
        | Inline::Strong(children)
        | Inline::Strikethrough(children)
        | Inline::Link { children, .. } => 1 + inline_depth(children),
        Inline::Text(_)
        | Inline::Code(_)
        | Inline::Image { .. }
        | Inline::SoftBreak
        | Inline::HardBreak
        | Inline::FootnoteReference { .. }
        | Inline::Html(_)
        | Inline::Citation { .. } => 0,
    });
    deepest.max().unwrap_or(0)
}

/// Documents that nest or repeat without end, of about `size` bytes each.
fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let pieces = [
        ">",
        "> ",
        "- ",
        "* ",
        "1. ",
        "*",
        "**",
        "_",
        "~~",
        "*a ",
        "*a **b ",
        "a**b",
        "[",
        "![",
        "[a](",
        "![a](",
        "[![a](b)](",
        "(",
        "]",
        "](",
        "<",
        "<a ",
        "<!--",
        "<?",
        "<![CDATA[",
        "`",
        "``` ",
        "`a``b",
        "&",
        "&#",
        "&amp;",
        "\\",
        "|",
        "|a",
        "a|b\n",
        "[^1]",
        "[^a]: ",
        "[1]",
        "[a]: b\n",
        "[a]\n",
        "http://",
        "http://a",
        "http://a.b/(",
        "https://x)",
        "#",
        "# a\n",
        "---\n",
        "a\n---\n",
        "-\n",
        "    a\n",
        "> a\n\n",
        "- a\n\n",
        "- [x] ",
        "a  \n",
        "\u{202e}",
        "好",
        "\0",
        "\r",
        "\t",
        "&nbsp;",
        "> - ",
        "- > *",
        "<a@b.c>",
        "$",
        "$$",
        "{",
        "[x][y]",
    ];
    let repeated = pieces.map(|piece| (piece, piece.repeat(size / piece.len())));
    let mut documents = repeated.to_vec();
    let half =
        |open: &str, close: &str| open.repeat(size / 2 / open.len()) + "x" + &close.repeat(size / 2 / close.len());
    documents.push(("balanced *", half("*", "*")));
    documents.push(("balanced **", half("**a ", " b**")));
    documents.push(("balanced []", half("[", "](u)")));
    documents.push(("balanced ![]", half("![", "](u)")));
    documents.push(("closing brackets", "http://a/".to_owned() + &")".repeat(size)));
    documents.push(("cited address", "http://a/".to_owned() + &"[1]".repeat(size / 3)));
    let stairs = (0..).scan(0, |length, depth| {
        *length += 2 * depth + 4;
        (*length < size).then(|| format!("{}- a\n", "  ".repeat(depth)))
    });
    documents.push(("stairs", stairs.collect()));
    let ticks = (1..).scan(0, |length, run| {
        *length += run + 2;
        (*length < size).then(|| format!("a {}", "`".repeat(run)))
    });
    documents.push(("growing backticks", ticks.collect()));
    let wide = "|a".repeat(size / 8) + "\n" + &"|-".repeat(size / 8) + "\n" + &"|\n".repeat(size / 4);
    documents.push(("wide table", wide));
    let long = format!("[a]: http://b.c/{}\n\n", "d".repeat(size / 2)) + &"[a] ".repeat(size / 8);
    documents.push(("long reference", long));
    let quotes = ">".repeat(size / 2) + "\n" + &">\n".repeat(size / 4);
    documents.push(("quote then lazy lines", quotes));
    documents
}

#[test]
fn deep_nesting_is_flattened_and_its_text_kept() {
    for open in ["> ", "- ", "1. ", "*a **b ", "> - ", ">"] {
        let close: String = if open.starts_with('*') { " c** d*".repeat(1_000) } else { String::new() };
        let blocks = parse(&format!("{}needle{close}", open.repeat(1_000)));
        assert!((60..=MAX_DEPTH).contains(&depth(&blocks)), "{open}: {}", depth(&blocks));
        assert!(text_of(&blocks).contains("needle"));
        assert_eq!(blocks, blocks.clone());
    }
}

#[test]
fn a_link_in_the_deepest_place_stays_a_link() {
    for around in ["> ", "- ", "1. > "] {
        let source = format!("{}*a **b [c](https://example.com/) d** e*", around.repeat(100));
        let blocks = parse(&source);
        assert!(depth(&blocks) <= MAX_DEPTH);
        assert!(format!("{blocks:?}").contains("Link"), "{around}");
    }
}

#[test]
fn blocks_that_are_flattened_stay_apart() {
    let quotes = "> ".repeat(100);
    let source = format!("{quotes}one\n{quotes}\n{quotes}two\n{quotes}\n{quotes}|a|b|\n{quotes}|-|-|\n{quotes}|c|d|");
    let blocks = parse(&source);
    assert!(text_of(&blocks).starts_with("one\ntwo\n"));
    let listed: Vec<String> = text_of(&blocks).split_whitespace().map(str::to_owned).collect();
    assert_eq!(listed, ["one", "two", "a", "b", "c", "d"]);
}

#[test]
fn eight_kilobytes_of_anything_are_read_compared_and_dropped() {
    for (name, source) in hostile(8_192) {
        let blocks = parse_with_citations(&source, 3);
        assert!(depth(&blocks) <= MAX_DEPTH, "{name}");
        assert_eq!(blocks, blocks.clone(), "{name}");
    }
}

/// Whether eight times the text takes more than thirty times as long (a square would take sixty-four times).
fn grows_too_fast(small: &str, large: &str) -> bool {
    let time = |source: &str| {
        let start = Instant::now();
        let length = text_of(&parse_with_citations(source, 3)).len();
        assert!(length <= 4 * source.len() + 64);
        start.elapsed()
    };
    let floor = Duration::from_millis(10);
    time(large) > 30 * time(small).max(floor)
}

#[test]
fn much_of_anything_takes_time_in_proportion() {
    let sizes = hostile(1 << 14).into_iter().zip(hostile(1 << 17));
    for ((name, small), (_, large)) in sizes {
        // A machine that is busy with something else may be slow once.
        let is_slow = (0..3).all(|_| grows_too_fast(&small, &large));
        assert!(!is_slow, "{name}");
    }
}
