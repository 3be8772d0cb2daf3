//! The web card: what a search found, what a fetch brought.
//!
//! What a provider did not send is absent here and is not made up.

use super::text_of;
use crate::text::excerpt;
use crate::text::link::{WebLink, judge};
use crate::text::plain::plain;
use crate::text::visible::is_visible;
use crate::view::ContentBlock;
use crate::view::result::{Source, WebFetch};

/// One row of a citation list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRow {
    /// The citation's number: the 1-based place in the provider's list.
    pub number: usize,
    /// Where it leads; `None` if that is no web address and must not be an anchor.
    pub link: Option<WebLink>,
    /// What the row is called: its title, else the hostname, else the URL as sent.
    pub label: String,
    /// The URL as sent, for rows that are no link.
    pub raw: String,
    /// A few words of the page, as plain text.
    pub snippet: Option<String>,
    /// When it was published, in the provider's words.
    pub published: Option<String>,
    /// The letter on the row's tile.
    pub initial: String,
}

impl SourceRow {
    /// The row of the source at this place (from 1).
    #[must_use]
    pub fn new(number: usize, source: &Source) -> Self {
        let link = judge(&source.url);
        let present = |text: &Option<String>, most| {
            let text = text.as_deref().map(plain).filter(|text| is_visible(text));
            text.map(|text| no_longer_than(most, text))
        };
        let label = present(&source.title, LONGEST_TITLE)
            .or_else(|| link.as_ref().map(|link| link.host.shown.clone()))
            .unwrap_or_else(|| readable(&source.url));
        Self {
            number,
            initial: initial(link.as_ref()),
            label,
            raw: readable(&source.url),
            snippet: present(&source.snippet, LONGEST_SNIPPET),
            published: source.published_at.clone().filter(|date| !date.trim().is_empty()),
            link,
        }
    }
}

/// The most that a row says of its page: graphemes. The JSON has all of it.
const LONGEST_TITLE: usize = 500;
const LONGEST_SNIPPET: usize = 5_000;

fn no_longer_than(most: usize, text: String) -> String {
    match excerpt::cut(&text, most) {
        Some(head) => format!("{head}…"),
        None => text,
    }
}

/// A string that is no link, shown as it was sent but for what would turn it around or hide it.
fn readable(raw: &str) -> String {
    let shown: String =
        crate::text::bidi::strip(raw).chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    no_longer_than(LONGEST_SNIPPET, crate::text::marks::bounded(&shown).into_owned())
}

/// The first letter of the host without its `www.`; a mark for what is no link or looks like another host.
fn initial(link: Option<&WebLink>) -> String {
    let plain_host = link.filter(|link| link.host.warning.is_none()).map(|link| link.host.shown.as_str());
    let first = plain_host.and_then(|host| host.strip_prefix("www.").unwrap_or(host).chars().next());
    first.map_or_else(|| "!".to_owned(), |letter| letter.to_lowercase().collect())
}

/// The rows of a citation list, in the provider's order.
#[must_use]
pub fn rows(sources: &[Source]) -> Vec<SourceRow> {
    sources.iter().enumerate().map(|(index, source)| SourceRow::new(index + 1, source)).collect()
}

/// A fetched page's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageBody {
    /// All of it, without the line that repeats URL and status.
    pub text: String,
    /// The part to show at first, where the whole is long.
    pub head: Option<String>,
}

/// How much of a page stands open at first: graphemes.
const FOLDED: usize = 1_200;

/// The body of a fetched page, from its content. `None` if the content holds no text.
#[must_use]
pub fn body(fetch: &WebFetch, title: Option<&str>, content: &[ContentBlock]) -> Option<PageBody> {
    let text = text_of(content);
    let text = without_echo(&text, fetch, title).trim_matches(['\n', '\r']);
    if text.trim().is_empty() {
        return None;
    }
    let head = excerpt::cut(text, FOLDED).map(whole_lines).map(str::to_owned);
    Some(PageBody { text: text.to_owned(), head })
}

/// Drops the first line where it only repeats what the header says: `Fetched <url> (HTTP <status>)`.
fn without_echo<'a>(text: &'a str, fetch: &WebFetch, title: Option<&str>) -> &'a str {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let repeats = |url: &str| first.trim_end() == format!("Fetched {url} (HTTP {})", fetch.status_code);
    if repeats(&fetch.url) || title.is_some_and(repeats) { rest } else { text }
}

/// Up to the last line end, so that a table or a fence is not cut in the middle of a line.
fn whole_lines(head: &str) -> &str {
    match head.rsplit_once('\n') {
        Some((lines, _)) if !lines.trim().is_empty() => lines,
        _ => head,
    }
}
