//! Where one is in the app, as the query of its address says it.

use leptos_router::params::ParamsMap;

/// A place in the app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Route {
    /// `./`: the list of recordings.
    Home,
    /// `?recording=NAME&session=ID`: a recording, at its root session where none is named.
    Recording { name: String, session: Option<String> },
}

impl Route {
    pub fn of(query: &ParamsMap) -> Self {
        match query.get("recording") {
            Some(name) => Self::Recording { name, session: query.get("session") },
            None => Self::Home,
        }
    }

    pub fn recording(&self) -> Option<&str> {
        match self {
            Self::Home => None,
            Self::Recording { name, .. } => Some(name),
        }
    }

    pub fn session(&self) -> Option<&str> {
        match self {
            Self::Home => None,
            Self::Recording { session, .. } => session.as_deref(),
        }
    }

    /// An address relative to the app's own, so that it holds under any path.
    pub fn href(&self) -> String {
        let escape = |text: &str| String::from(js_sys::encode_uri_component(text));
        match self {
            Self::Home => "./".to_owned(),
            Self::Recording { name, session: None } => format!("?recording={}", escape(name)),
            Self::Recording { name, session: Some(session) } => {
                format!("?recording={}&session={}", escape(name), escape(session))
            }
        }
    }

    pub fn recording_href(name: &str) -> String {
        Self::Recording { name: name.to_owned(), session: None }.href()
    }
}
