//! Where one is in the app, as the query of its address says it.

use leptos_router::params::ParamsMap;

/// A place in the app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Route {
    /// `./`: the list of recordings.
    Home,
    /// `?recording=NAME&session=ID`: a recording that comes with the app, at its root session where none is named.
    Recording { name: String, session: Option<String> },
    /// `?file=ID&session=ID`: the same of a file that a person has opened.
    File { id: String, session: Option<String> },
}

impl Route {
    pub fn of(query: &ParamsMap) -> Self {
        let session = query.get("session");
        match (query.get("recording"), query.get("file")) {
            (Some(name), _) => Self::Recording { name, session },
            (None, Some(id)) => Self::File { id, session },
            (None, None) => Self::Home,
        }
    }

    pub fn session(&self) -> Option<&str> {
        match self {
            Self::Home => None,
            Self::Recording { session, .. } | Self::File { session, .. } => session.as_deref(),
        }
    }

    /// The same place, at this session.
    pub fn at(self, session: Option<String>) -> Self {
        match self {
            Self::Home => Self::Home,
            Self::Recording { name, .. } => Self::Recording { name, session },
            Self::File { id, .. } => Self::File { id, session },
        }
    }

    /// An address relative to the app's own, so that it holds under any path.
    pub fn href(&self) -> String {
        let escape = |text: &str| String::from(js_sys::encode_uri_component(text));
        let place = match self {
            Self::Home => return "./".to_owned(),
            Self::Recording { name, .. } => format!("?recording={}", escape(name)),
            Self::File { id, .. } => format!("?file={}", escape(id)),
        };
        match self.session() {
            Some(session) => format!("{place}&session={}", escape(session)),
            None => place,
        }
    }

    pub fn recording(name: &str) -> Self {
        Self::Recording { name: name.to_owned(), session: None }
    }

    pub fn file(id: &str) -> Self {
        Self::File { id: id.to_owned(), session: None }
    }
}
