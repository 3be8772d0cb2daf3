//! How the host of a link is shown: in Unicode where that cannot deceive, otherwise as it is in the DNS.

use unicode_security::{RestrictionLevel, RestrictionLevelDetection};

/// The host that a link opens.
///
/// Both forms carry `:port` when the port is not the scheme's own. A host may be written right to left: show it in a
/// `<bdi>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// For the eye: Unicode if every label passes (see [`HostWarning::LookAlike`]), otherwise the same as `ascii`.
    pub shown: String,
    /// The form that is looked up, with `xn--` labels. For titles and details.
    pub ascii: String,
    /// What the reader should be told about this host.
    pub warning: Option<HostWarning>,
}

/// Why a host deserves a second look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostWarning {
    /// The host has a label that is not shown in Unicode, since it mixes scripts beyond UTS 39's "highly restrictive",
    /// reads like another name in ASCII letters, or holds characters that no name should.
    LookAlike,
    /// The URL carries a user name or password before its host (`https://bank.example@other.example/`). Outranks
    /// [`HostWarning::LookAlike`], which is already visible as `xn--`.
    Credentials,
}

/// Letters and digits outside Latin that look like ASCII ones: those which UTS 39 allows in identifiers, that survive
/// in a host, and whose skeleton is ASCII; and the soft sign, which passes for a small `b`.
const LOOKS_ASCII: &str = concat!(
    "абгеорсухшѕіјґүһҽӏӕь",
    "αγινορσυ",
    "ագզհյոռսցւքօֆ",
    "וטיןס",
    "اهھہە۰۱۵۷",
    "ः०३ઃ૦૩০৪৭ଃଠ",
    "ಂ೦ംടഠංం",
    "๐໐០ყሀዐငဝ၀ၚ",
    "〇丅丫丶丿ノ",
);

/// Marks of no script in particular that look like ASCII punctuation.
const LOOKS_PUNCTUATION: &str = "ʻʼ‐’׳״゠";

/// Top level domains of the root zone that consist of look-alikes only. They are given out with care: nobody can
/// register a name beside them that deceives by its last label.
const TRUSTED_TOP: [&str; 4] = ["рус", "орг", "бг", "հայ"];

impl Host {
    /// Reads the part of a serialised URL between `//` and the path: `user:password@host:port`.
    ///
    /// `None` where parsers that should agree do not: some write a blank or a star in a host as `%20` and `%2A`, and
    /// let punycode pass that means nothing. No such host exists.
    pub(super) fn of_authority(authority: &str) -> Option<Self> {
        let (credentials, ascii) = match authority.rsplit_once('@') {
            Some((_, host)) => (true, host),
            None => (false, authority),
        };
        if ascii.contains(['%', '*']) {
            return None;
        }
        let labels = Labels::decode(ascii)?;
        let is_plain = labels.are_plain();
        let warning = match (credentials, is_plain) {
            (true, _) => Some(HostWarning::Credentials),
            (false, false) => Some(HostWarning::LookAlike),
            (false, true) => None,
        };
        let ascii = ascii.to_owned();
        let shown = if is_plain { labels.join() } else { ascii.clone() };
        Some(Self { shown, ascii, warning })
    }
}

/// A host taken apart.
struct Labels<'a> {
    /// In Unicode. A label is ASCII here only if it is in the DNS.
    unicode: Vec<String>,
    /// The port with its colon, or nothing.
    port: &'a str,
}

impl<'a> Labels<'a> {
    fn decode(host: &'a str) -> Option<Self> {
        let end = host.rfind(':').unwrap_or(host.len());
        let (name, port) = host.split_at_checked(end)?;
        let unicode = name.split('.').map(decoded).collect::<Option<_>>()?;
        Some(Self { unicode, port })
    }

    /// Whether all of them can be shown.
    fn are_plain(&self) -> bool {
        let last = self.unicode.len() - 1;
        let is_trusted = |place, label: &str| place == last && place > 0 && TRUSTED_TOP.contains(&label);
        self.unicode
            .iter()
            .enumerate()
            .all(|(place, label)| label.is_ascii() || is_trusted(place, label) || is_plain(label))
    }

    fn join(&self) -> String {
        self.unicode.join(".") + self.port
    }
}

/// The longest label that a name server knows: a longer one is no name, and would take its time to decode.
const LONGEST_LABEL: usize = 63;

/// A label in Unicode; `None` if it is punycode of nothing that needs it.
fn decoded(label: &str) -> Option<String> {
    match label.strip_prefix("xn--") {
        None => Some(label.to_owned()),
        Some(_) if label.len() > LONGEST_LABEL => None,
        Some(encoded) => idna::punycode::decode_to_string(encoded).filter(|label| !label.is_ascii()),
    }
}

/// Whether a decoded label can be shown: UTS 39 "highly restrictive" or better (which also refuses what is invisible),
/// and not to be mistaken for a name in ASCII.
fn is_plain(label: &str) -> bool {
    label.check_restriction_level(RestrictionLevel::HighlyRestrictive) && !reads_as_ascii(label)
}

/// Whether a label can be read as another one in ASCII: all of its letters pass for ASCII ones, or, where it also has
/// ASCII letters, one of the others does (`a丶b`).
fn reads_as_ascii(label: &str) -> bool {
    let mut foreign = label.chars().filter(|c| !c.is_ascii());
    let passes = |c: char| LOOKS_ASCII.contains(c);
    if label.contains(|c| LOOKS_PUNCTUATION.contains(c)) {
        true
    } else if label.contains(|c: char| c.is_ascii_alphabetic()) {
        foreign.any(passes)
    } else {
        foreign.all(passes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_security::{GeneralSecurityProfile, skeleton};

    /// Whether a host with `c` in it keeps it (the URL standard maps or refuses many characters).
    fn survives_in_a_host(c: char) -> bool {
        [format!("https://{c}/"), format!("https://a{c}b{c}/")]
            .iter()
            .filter_map(|raw| url::Url::parse(raw).ok())
            .filter_map(|url| url.host_str().map(str::to_owned))
            .filter_map(|host| idna::punycode::decode_to_string(host.strip_prefix("xn--").unwrap_or("")))
            .any(|decoded| decoded.contains(c))
    }

    fn is_latin(c: char) -> bool {
        matches!(c, '\u{c0}'..='\u{24f}' | '\u{250}'..='\u{2af}')
    }

    #[test]
    fn the_table_of_look_alikes_is_that_of_the_unicode_standard() {
        let expected: Vec<char> = ('\u{80}'..=char::MAX)
            .filter(|c| c.identifier_allowed() && !is_latin(*c))
            .filter(|c| skeleton(&c.to_string()).all(|plain| plain.is_ascii()))
            .filter(|c| survives_in_a_host(*c))
            .collect();
        let mut ours: Vec<char> = LOOKS_ASCII.chars().chain(LOOKS_PUNCTUATION.chars()).filter(|c| *c != 'ь').collect();
        ours.sort_unstable();
        assert_eq!(ours, expected);
    }

    #[test]
    fn punycode_that_is_longer_than_a_name_is_not_decoded() {
        assert_eq!(decoded("xn--bcher-kva").as_deref(), Some("bücher"));
        assert_eq!(decoded(&format!("xn--{}-kva", "a".repeat(60))), None);
    }

    #[test]
    fn a_name_of_look_alikes_alone_is_not_plain() {
        for label in ["аррӏе", "раураӏ", "ѕсоре", "еьау", "αιρ", "ノ", "a丿b", "a‐b"] {
            assert!(!is_plain(label), "{label}");
        }
    }

    #[test]
    fn ordinary_names_are_plain() {
        for label in [
            "пример",
            "почта",
            "тест",
            "текст",
            "рф",
            "bücher",
            "例え",
            "中文",
            "中文abc",
            "한국",
            "हिन्दी",
            "ไทย",
            "عربي",
            "ישראל",
            "ελλάδα",
            "faß",
            "bạn",
        ] {
            assert!(is_plain(label), "{label}");
        }
    }

    #[test]
    fn mixed_scripts_emoji_and_the_invisible_are_not_plain() {
        for label in ["googlе", "i❤", "аb", "p\u{200d}q", "ا\u{200c}ب", "x\u{3164}"] {
            assert!(!is_plain(label), "{label}");
        }
    }
}
