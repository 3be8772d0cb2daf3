//! HTTP status codes in words.

/// The hundreds of a status code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusClass {
    /// 100 to 199.
    Informational,
    /// 200 to 299.
    Success,
    /// 300 to 399.
    Redirect,
    /// 400 to 499.
    ClientError,
    /// 500 to 599.
    ServerError,
    /// No HTTP status.
    Unknown,
}

/// The class of a status code, also of one without a registered meaning.
pub fn class(code: i64) -> StatusClass {
    match code {
        100..=199 => StatusClass::Informational,
        200..=299 => StatusClass::Success,
        300..=399 => StatusClass::Redirect,
        400..=499 => StatusClass::ClientError,
        500..=599 => StatusClass::ServerError,
        _ => StatusClass::Unknown,
    }
}

/// The reason phrase of a status code, from RFC 9110 and the IANA registry; `None` for codes that are not in it.
pub fn meaning(code: i64) -> Option<&'static str> {
    Some(match code {
        100 => "Continue",
        101 => "Switching Protocols",
        102 => "Processing",
        103 => "Early Hints",
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        203 => "Non-Authoritative Information",
        204 => "No Content",
        205 => "Reset Content",
        206 => "Partial Content",
        207 => "Multi-Status",
        208 => "Already Reported",
        226 => "IM Used",
        300 => "Multiple Choices",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        305 => "Use Proxy",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        407 => "Proxy Authentication Required",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        411 => "Length Required",
        412 => "Precondition Failed",
        413 => "Content Too Large",
        414 => "URI Too Long",
        415 => "Unsupported Media Type",
        416 => "Range Not Satisfiable",
        417 => "Expectation Failed",
        418 => "I'm a teapot",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        423 => "Locked",
        424 => "Failed Dependency",
        425 => "Too Early",
        426 => "Upgrade Required",
        428 => "Precondition Required",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        451 => "Unavailable For Legal Reasons",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        505 => "HTTP Version Not Supported",
        506 => "Variant Also Negotiates",
        507 => "Insufficient Storage",
        508 => "Loop Detected",
        510 => "Not Extended",
        511 => "Network Authentication Required",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_codes_have_their_words() {
        for (code, words) in [
            (200, "OK"),
            (301, "Moved Permanently"),
            (404, "Not Found"),
            (418, "I'm a teapot"),
            (429, "Too Many Requests"),
            (451, "Unavailable For Legal Reasons"),
            (503, "Service Unavailable"),
        ] {
            assert_eq!(meaning(code), Some(words));
        }
    }

    #[test]
    fn codes_that_nobody_registered_have_a_class_only() {
        assert_eq!((meaning(299), class(299)), (None, StatusClass::Success));
        assert_eq!((meaning(520), class(520)), (None, StatusClass::ServerError));
    }

    #[test]
    fn what_is_no_status_is_unknown() {
        for code in [i64::MIN, -404, 0, 99, 600, 999, i64::MAX] {
            assert_eq!((meaning(code), class(code)), (None, StatusClass::Unknown));
        }
    }

    #[test]
    fn every_code_with_words_has_a_class() {
        for code in (0..1000).filter(|code| meaning(*code).is_some()) {
            assert_ne!(class(code), StatusClass::Unknown);
        }
    }

    #[test]
    fn classes_begin_and_end_at_hundreds() {
        let classes = [100, 199, 200, 299, 300, 399, 400, 499, 500, 599].map(class);
        let expected = [
            StatusClass::Informational,
            StatusClass::Success,
            StatusClass::Redirect,
            StatusClass::ClientError,
            StatusClass::ServerError,
        ];
        assert_eq!(classes, expected.map(|class| [class, class]).concat()[..]);
    }
}
