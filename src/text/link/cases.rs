//! The judgements that must be the same natively and in the browser, whose URL parsers are two programs.

use super::{HostWarning, WebLink, judge};

/// One string and what it must be judged to be.
pub struct Case {
    /// What came off the wire.
    pub raw: &'static str,
    /// The link that it is; `None` for text.
    pub link: Option<Expected>,
}

/// The parts of the expected link.
pub struct Expected {
    /// See [`WebLink::href`].
    pub href: &'static str,
    /// See [`super::Host::shown`].
    pub shown: &'static str,
    /// See [`super::Host::ascii`].
    pub ascii: &'static str,
    /// See [`WebLink::path`].
    pub path: &'static str,
    /// See [`super::Host::warning`].
    pub warning: Option<HostWarning>,
}

const fn text(raw: &'static str) -> Case {
    Case { raw, link: None }
}

/// A host that is shown as it is looked up.
const fn ascii(raw: &'static str, href: &'static str, host: &'static str, path: &'static str) -> Case {
    host_case(raw, href, (host, host), path, None)
}

/// A host in Unicode, with a path of `/`.
const fn unicode(raw: &'static str, href: &'static str, shown: &'static str, ascii: &'static str) -> Case {
    host_case(raw, href, (shown, ascii), "/", None)
}

/// A host that stays in punycode, with a path of `/`.
const fn look_alike(raw: &'static str, href: &'static str, host: &'static str) -> Case {
    host_case(raw, href, (host, host), "/", Some(HostWarning::LookAlike))
}

const fn host_case(
    raw: &'static str,
    href: &'static str,
    (shown, ascii): (&'static str, &'static str),
    path: &'static str,
    warning: Option<HostWarning>,
) -> Case {
    let link = Some(Expected { href, shown, ascii, path, warning });
    Case { raw, link }
}

/// The table. Run natively by this room's tests and in the browser by the integration tests.
#[rustfmt::skip]
pub const CASES: &[Case] = &[
    // No scheme, no host, or nothing at all: never resolved against our own origin.
    text("example.com/a"),
    text(""),
    text(" "),
    text("//h/x"),
    text("/etc/passwd"),
    text("?q"),
    text("#top"),
    text("http://"),
    text("https://"),
    text("https:///"),
    text("https://[::1"),
    text("https://[::1]x/"),
    text("https://a b/"),
    text("https://h:99999/"),
    text("not a url"),
    text("https//example.com"),
    text("https"),
    // Hosts that cannot be, and which parsers treat differently.
    text("https://a*b/"),
    text("https://a%20b/"),
    text("https://a¨b/"),
    text("https://xn--/"),
    text("https://xn--abc-/"),
    text("https://a\u{202e}b/"),
    text("https://a\u{200d}b/"),
    // Schemes that run, read or send something.
    text("javascript:alert(1)"),
    text("JaVaScRiPt:alert(1)"),
    text(" java\tscript:alert(1)"),
    text("java\nscript:alert(1)"),
    text("\u{1}javascript:alert(1)"),
    text("javascript://example.com/%0aalert(1)"),
    text("data:text/html,<script>alert(1)</script>"),
    text("vbscript:msgbox(1)"),
    text("file:///etc/passwd"),
    text("blob:https://example.com/9115d58c"),
    text("filesystem:https://example.com/t/x"),
    text("view-source:https://example.com/"),
    text("about:blank"),
    text("ftp://example.com/"),
    text("ws://example.com/"),
    text("mailto:a@example.com"),
    text("tel:+1234"),
    text("httpx://example.com/"),
    // Links, as the standard writes them back.
    ascii("https://example.com", "https://example.com/", "example.com", "/"),
    ascii("HTTPS://EXAMPLE.com/A?q=1#f", "https://example.com/A?q=1#f", "example.com", "/A?q=1#f"),
    ascii(" https://example.com/ ", "https://example.com/", "example.com", "/"),
    ascii("http:example.com", "http://example.com/", "example.com", "/"),
    ascii("http:\\\\example.com\\a", "http://example.com/a", "example.com", "/a"),
    ascii("https://example.com/a/../b c", "https://example.com/b%20c", "example.com", "/b%20c"),
    ascii("https://example.com/?", "https://example.com/?", "example.com", "/?"),
    ascii("https://example.com?a@b", "https://example.com/?a@b", "example.com", "/?a@b"),
    ascii("https://example.com:443/", "https://example.com/", "example.com", "/"),
    ascii("http://example.com:443/", "http://example.com:443/", "example.com:443", "/"),
    ascii("http://localhost:3000/x", "http://localhost:3000/x", "localhost:3000", "/x"),
    ascii("http://192.168.0.4/", "http://192.168.0.4/", "192.168.0.4", "/"),
    ascii("http://0x7f.1/", "http://127.0.0.1/", "127.0.0.1", "/"),
    ascii("http://[::1]:8080/a", "http://[::1]:8080/a", "[::1]:8080", "/a"),
    ascii("http://[::1]/", "http://[::1]/", "[::1]", "/"),
    ascii("https://%65xample.com/", "https://example.com/", "example.com", "/"),
    ascii("https://example.com./", "https://example.com./", "example.com.", "/"),
    ascii("https://example.com/\u{202e}fdp", "https://example.com/%E2%80%AEfdp", "example.com", "/%E2%80%AEfdp"),
    // What stands before the @ is not the host.
    host_case("https://bank.example@evil.example/", "https://bank.example@evil.example/", ("evil.example", "evil.example"), "/", Some(HostWarning::Credentials)),
    host_case("https://u:p@evil.example:8443/x", "https://u:p@evil.example:8443/x", ("evil.example:8443", "evil.example:8443"), "/x", Some(HostWarning::Credentials)),
    host_case("https://a@аррӏе.com/", "https://a@xn--80ak6aa92e.com/", ("xn--80ak6aa92e.com", "xn--80ak6aa92e.com"), "/", Some(HostWarning::Credentials)),
    ascii("https://@example.com/", "https://example.com/", "example.com", "/"),
    // Look-alikes stay as they are in the DNS.
    look_alike("https://www.xn--80ak6aa92e.com/", "https://www.xn--80ak6aa92e.com/", "www.xn--80ak6aa92e.com"),
    look_alike("https://аррӏе.com/", "https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"),
    look_alike("https://googlе.com", "https://xn--googl-3we.com/", "xn--googl-3we.com"),
    look_alike("https://i❤.ws/", "https://xn--i-7iq.ws/", "xn--i-7iq.ws"),
    // Ordinary names are shown as they are spoken.
    unicode("https://例え.jp/", "https://xn--r8jz45g.jp/", "例え.jp", "xn--r8jz45g.jp"),
    unicode("https://例え。jp/", "https://xn--r8jz45g.jp/", "例え.jp", "xn--r8jz45g.jp"),
    unicode("https://bücher.de/", "https://xn--bcher-kva.de/", "bücher.de", "xn--bcher-kva.de"),
    unicode("https://bücher.de:8080/", "https://xn--bcher-kva.de:8080/", "bücher.de:8080", "xn--bcher-kva.de:8080"),
    unicode("https://пример.рф/", "https://xn--e1afmkfd.xn--p1ai/", "пример.рф", "xn--e1afmkfd.xn--p1ai"),
    unicode("https://почта.рус/", "https://xn--80a1acny.xn--p1acf/", "почта.рус", "xn--80a1acny.xn--p1acf"),
];

/// What [`judge`] does otherwise than [`CASES`] says, one line each; empty when all is well.
pub fn differences() -> Vec<String> {
    CASES.iter().filter_map(difference).collect()
}

fn difference(case: &Case) -> Option<String> {
    let found = judge(case.raw);
    let same = match (&found, &case.link) {
        (None, None) => true,
        (Some(link), Some(expected)) => matches(link, expected),
        (None, Some(_)) | (Some(_), None) => false,
    };
    (!same).then(|| format!("{:?} was judged {found:?}", case.raw))
}

fn matches(link: &WebLink, expected: &Expected) -> bool {
    link.href == expected.href
        && link.host.shown == expected.shown
        && link.host.ascii == expected.ascii
        && link.host.warning == expected.warning
        && link.path == expected.path
}
