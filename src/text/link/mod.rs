//! The one decision whether a string is a link, and what to show of it.
//!
//! Cards and markdown both ask [`judge`]; nothing else in this program makes an anchor from untrusted text.

#[doc(hidden)]
pub mod cases;
mod host;

pub use host::{Host, HostWarning};

/// A web address that may be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebLink {
    /// The whole URL as the parser wrote it back: what `href` gets.
    pub href: String,
    /// The host that will be opened, and how to show it.
    pub host: Host,
    /// Path, query and fragment as serialised, for showing after the host. Begins with `/`.
    pub path: String,
}

/// Decides whether `raw` is a link.
///
/// It is one only if the WHATWG URL parser accepts it without a base and its scheme is exactly `http` or `https`.
/// `None` means: show it as text. The parser goes first and the scheme is read from what the parser wrote, so no
/// spelling of `javascript:` gets through that a browser would understand.
pub fn judge(raw: &str) -> Option<WebLink> {
    let href = parse(raw)?;
    let rest = href.strip_prefix("https://").or_else(|| href.strip_prefix("http://"))?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end)?;
    let host = Host::of_authority(authority)?;
    let path = path.to_owned();
    Some(WebLink { href, host, path })
}

/// Parses and serialises by the WHATWG URL standard, without a base.
#[cfg(target_arch = "wasm32")]
fn parse(raw: &str) -> Option<String> {
    web_sys::Url::new(raw).ok().map(|url| url.href())
}

/// Parses and serialises by the WHATWG URL standard, without a base.
#[cfg(not(target_arch = "wasm32"))]
fn parse(raw: &str) -> Option<String> {
    url::Url::parse(raw).ok().map(String::from)
}

/// Whether a link's label reads as an address of another host than the one the link opens.
///
/// A label of one word with a dot in it is read as an address, with or without its scheme; `www.` makes no difference.
pub fn misleads(label: &str, link: &WebLink) -> bool {
    let label = label.trim();
    if !label.contains('.') || label.contains(char::is_whitespace) {
        return false;
    }
    let bare = |host: &Host| host.ascii.strip_prefix("www.").unwrap_or(&host.ascii).to_owned();
    let named = judge(label).or_else(|| judge(&format!("https://{label}")));
    named.is_some_and(|named| bare(&named.host) != bare(&link.host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_names_another_host_misleads() {
        let link = judge("https://evil.example/x").expect("a link");
        for label in
            ["https://bank.example/", "bank.example", "www.bank.example/login", " bank.example ", "evil.example.org"]
        {
            assert!(misleads(label, &link), "{label}");
        }
        for label in ["the bank", "evil.example", "https://www.evil.example/", "", "see bank.example", "v1.2"] {
            assert!(!misleads(label, &link), "{label}");
        }
    }
    use proptest::prelude::*;

    fn is_unseen(c: char) -> bool {
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || matches!(c, '\u{61c}' | '\u{feff}' | '\u{ad}')
    }

    #[test]
    fn every_case_is_judged_as_the_table_says() {
        assert_eq!(cases::differences(), Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn whatever_is_a_link_begins_with_its_scheme_and_host(raw in ".{0,40}|https?:/{0,3}.{0,30}") {
            if let Some(link) = judge(&raw) {
                let scheme = if link.href.starts_with("https://") { "https://" } else { "http://" };
                let at = if link.host.warning == Some(HostWarning::Credentials) { "@" } else { "" };
                let after = format!("{at}{}{}", link.host.ascii, link.path);
                prop_assert!(link.href.starts_with(scheme));
                prop_assert!(link.href.ends_with(&after));
                prop_assert!(link.path.starts_with('/'));
                prop_assert!(link.host.ascii.is_ascii());
            }
        }

        #[test]
        fn judging_the_serialised_form_again_changes_nothing(raw in "https?://.{0,30}") {
            if let Some(link) = judge(&raw) {
                prop_assert_eq!(judge(&link.href), Some(link));
            }
        }

        #[test]
        fn no_host_is_shown_with_a_character_that_cannot_be_seen(name in "https://\\PC{1,6}[\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{61c}\u{feff}\u{ad}]{0,2}\\PC{0,6}/") {
            if let Some(link) = judge(&name) {
                let unseen = link.host.shown.chars().any(is_unseen);
                prop_assert!(!unseen);
            }
        }
    }
}
