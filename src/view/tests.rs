//! The contract in tables: what is taken, what is not, and what is said about it.

use super::call::{CallKind, DiffCall, GenericCall, Location, TerminalCall};
use super::content::blocks;
use super::fields::Kind;
use super::result::{
    Diff, FileDiff, FileMatches, Line, LineMatch, Matches, Paths, Read, Search, Source, Terminal, Web, WebFetch,
    WebSearch,
};
use super::{
    Answer, Arguments, CallView, ContentBlock, PlanStep, Progress, Question, Reason, ResultView, ToolCallView,
    ToolResultView, arguments, meta, question,
};
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// The view that follows from the `meta` of a tool whose arguments do not matter.
fn derive(tool: &str, meta: &Value) -> Option<Result<ToolResultView, Reason>> {
    meta::derive(tool, "{}", meta)
}

// --- Views from stored meta ---------------------------------------------------------------------------------------------

#[test]
fn meta_of_a_search_that_is_not_as_it_should_be_is_no_view() {
    let source = |field: &str, value: Value| {
        let mut source = json!({"url": "https://a.example/"});
        source[field] = value;
        json!({"sources": [source], "truncated": false})
    };
    let whole = |field: &str, value: Value| {
        let mut meta = json!({"sources": [], "answer": "yes", "truncated": false});
        meta[field] = value;
        meta
    };
    let good = json!({"url": "u"});
    for (meta, expected) in [
        (json!(null), "$: expected an object, found null"),
        (json!(true), "$: expected an object, found a boolean"),
        (json!(7), "$: expected an object, found a number"),
        (json!("sources"), "$: expected an object, found a string"),
        (json!([]), "$: expected an object, found a list"),
        (json!([{"sources": [], "truncated": false}]), "$: expected an object, found a list"),
        (json!({}), "sources: expected a list, found nothing"),
        (json!({"truncated": false}), "sources: expected a list, found nothing"),
        (whole("sources", json!(null)), "sources: expected a list, found null"),
        (whole("sources", json!({})), "sources: expected a list, found an object"),
        (whole("sources", json!("https://a.example/")), "sources: expected a list, found a string"),
        (whole("sources", json!(3)), "sources: expected a list, found a number"),
        (whole("sources", json!(false)), "sources: expected a list, found a boolean"),
        (whole("sources", json!([null])), "sources[0]: expected an object, found null"),
        (whole("sources", json!(["https://a.example/"])), "sources[0]: expected an object, found a string"),
        (whole("sources", json!([[]])), "sources[0]: expected an object, found a list"),
        (whole("sources", json!([good, 4])), "sources[1]: expected an object, found a number"),
        (whole("sources", json!([{}])), "sources[0].url: expected a string, found nothing"),
        (whole("sources", json!([good, good, {"title": "t"}])), "sources[2].url: expected a string, found nothing"),
        (source("url", json!(null)), "sources[0].url: expected a string, found null"),
        (source("url", json!(1)), "sources[0].url: expected a string, found a number"),
        (source("url", json!(["https://a.example/"])), "sources[0].url: expected a string, found a list"),
        (source("title", json!(null)), "sources[0].title: expected a string, found null"),
        (source("title", json!(1)), "sources[0].title: expected a string, found a number"),
        (source("snippet", json!(null)), "sources[0].snippet: expected a string, found null"),
        (source("snippet", json!({})), "sources[0].snippet: expected a string, found an object"),
        (source("publishedAt", json!(null)), "sources[0].publishedAt: expected a string, found null"),
        (source("publishedAt", json!(1_709_424_000)), "sources[0].publishedAt: expected a string, found a number"),
        (whole("answer", json!(null)), "answer: expected a string, found null"),
        (whole("answer", json!(["yes"])), "answer: expected a string, found a list"),
        (json!({"sources": []}), "truncated: expected a boolean, found nothing"),
        (whole("truncated", json!(null)), "truncated: expected a boolean, found null"),
        (whole("truncated", json!("false")), "truncated: expected a boolean, found a string"),
        (whole("truncated", json!(0)), "truncated: expected a boolean, found a number"),
    ] {
        let fault = derive("web_search", &meta).unwrap().unwrap_err();
        assert_eq!(fault.to_string(), expected, "{meta}");
    }
}

#[test]
fn meta_of_a_fetch_that_is_not_as_it_should_be_is_no_view() {
    let with = |field: &str, value: Value| {
        let mut meta = json!({"url": "https://a.example/", "statusCode": 200, "truncated": false});
        meta[field] = value;
        meta
    };
    for (meta, expected) in [
        (json!(null), "$: expected an object, found null"),
        (json!([]), "$: expected an object, found a list"),
        (json!({}), "url: expected a string, found nothing"),
        (json!({"kind": "fetch"}), "url: expected a string, found nothing"),
        (with("url", json!(null)), "url: expected a string, found null"),
        (with("url", json!({"href": "x"})), "url: expected a string, found an object"),
        (json!({"url": "u", "truncated": false}), "statusCode: expected a whole number, found nothing"),
        (with("statusCode", json!(null)), "statusCode: expected a whole number, found null"),
        (with("statusCode", json!("200")), "statusCode: expected a whole number, found a string"),
        (with("statusCode", json!(true)), "statusCode: expected a whole number, found a boolean"),
        (with("statusCode", json!(200.5)), "statusCode: expected a whole number, found a number"),
        (with("statusCode", json!(1e300)), "statusCode: expected a whole number, found a number"),
        (with("statusCode", json!(u64::MAX)), "statusCode: expected a whole number, found a number"),
        (json!({"url": "u", "statusCode": 200}), "truncated: expected a boolean, found nothing"),
        (with("truncated", json!(null)), "truncated: expected a boolean, found null"),
        (with("truncated", json!(1)), "truncated: expected a boolean, found a number"),
    ] {
        let fault = derive("web_fetch", &meta).unwrap().unwrap_err();
        assert_eq!(fault.to_string(), expected, "{meta}");
    }
}

#[test]
fn meta_is_a_view_for_the_tools_that_are_named_and_never_by_shape() {
    let search = json!({"sources": [], "truncated": false});
    let fetch = json!({"url": "u", "statusCode": 200, "truncated": false});
    let read = json!({"path": "a", "offset": 1, "lines": [], "totalLines": 0});
    let found = json!({"shape": "paths", "paths": [], "truncated": false, "total": 0});
    for tool in
        ["", "bash", "web", "Web_Search", "web_search ", "mcp__web_search", "web_fetch2", "Read", "greps", "patch"]
    {
        for meta in [&search, &fetch, &read, &found, &json!({"diffs": []})] {
            assert_eq!(derive(tool, meta), None, "{tool}");
        }
    }
    for tool in ["web_search", "web_fetch", "read", "grep", "glob", "edit", "write"] {
        let all = [&search, &fetch, &read, &found, &json!({"diffs": [{"path": "a", "oldText": "b", "newText": "c"}]})];
        let taken = all.iter().filter(|meta| derive(tool, meta).unwrap().is_ok()).count();
        assert_eq!(taken, 1, "{tool}");
    }
    assert!(derive("web_search", &fetch).unwrap().is_err());
    assert!(derive("web_fetch", &search).unwrap().is_err());
}

#[test]
fn an_empty_source_list_is_valid_and_fields_nobody_knows_are_ignored() {
    let bare = WebSearch { sources: vec![], answer: None, truncated: false };
    let expected = Some(Ok(ToolResultView::Web(Web::Search(bare))));
    assert_eq!(derive("web_search", &json!({"sources": [], "truncated": false})), expected);
    let extra = json!({"sources": [], "truncated": false, "provider": null, "kind": 7, "title": []});
    assert_eq!(derive("web_search", &extra), expected);
}

#[test]
fn one_number_is_as_good_as_another_spelling_of_it() {
    for text in ["200", "200.0", "2e2", "2.00E+2"] {
        let meta = format!(r#"{{"url":"u","statusCode":{text},"truncated":true}}"#);
        let derived = derive("web_fetch", &serde_json::from_str(&meta).unwrap());
        let expected = WebFetch { url: "u".to_owned(), status_code: 200, truncated: true };
        assert_eq!(derived, Some(Ok(ToolResultView::Web(Web::Fetch(expected)))), "{text}");
    }
    let largest = |text: &str| {
        let meta = format!(r#"{{"url":"u","statusCode":{text},"truncated":true}}"#);
        derive("web_fetch", &serde_json::from_str(&meta).unwrap()).unwrap().is_ok()
    };
    assert!(largest("9223372036854775807") && largest("-9223372036854775808"));
    assert!(largest("9007199254740992.0") && largest("-9007199254740992.0"));
    assert!(!largest("9007199254740994.0") && !largest("9223372036854775808") && !largest("-1e16"));
}

#[test]
fn meta_of_a_file_tool_is_the_view_itself_without_its_card() {
    let mut compared = 0;
    for (tool, card, meta) in [
        (
            "read",
            "read",
            json!({"path": "/a", "offset": 2, "lines": [{"number": 2, "text": "x"}], "totalLines": 9, "lang": "rs"}),
        ),
        ("read", "read", json!({"path": "/a", "offset": 1, "lines": [], "totalLines": 0})),
        (
            "grep",
            "search",
            json!({"shape": "matches", "files": [{"path": "a", "matches": [{"lineNumber": 3, "line": "x"}]}], "truncated": true, "total": 9}),
        ),
        ("grep", "search", json!({"shape": "paths", "paths": ["a"], "truncated": false, "total": 1})),
        ("glob", "search", json!({"shape": "paths", "paths": [], "truncated": false, "total": 0})),
        ("edit", "diff", json!({"diffs": [{"path": "a", "oldText": "b", "newText": "c"}]})),
        ("edit", "diff", json!({"diffs": []})),
        ("write", "diff", json!({"diffs": [{"path": "a", "oldText": "b", "newText": "c"}]})),
    ] {
        let mut view = meta.clone();
        view["card"] = card.into();
        assert_eq!(derive(tool, &meta), Some(Ok(ResultView::read(&view).body)), "{tool} {meta}");
        // A field less, or one of a wrong type, and it is no view.
        for field in meta.as_object().unwrap().keys().filter(|field| *field != "lang") {
            let mut less = meta.clone();
            less.as_object_mut().unwrap().remove(field);
            assert!(derive(tool, &less).unwrap().is_err(), "{tool} without {field}");
            less[field] = json!({"no": "such"});
            assert!(derive(tool, &less).unwrap().is_err(), "{tool} with another {field}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
    let tree = json!({"shape": "tree", "paths": [], "truncated": false, "total": 0});
    assert_eq!(derive("grep", &tree), Some(Err(Reason::Shape { card: "search", shape: "tree".to_owned() })));
}

#[test]
fn a_view_of_a_new_file_is_all_that_was_written() {
    let none = json!({"diffs": []});
    let made = |arguments: &str| meta::derive("write", arguments, &none).unwrap();
    let diff = FileDiff { path: "a".to_owned(), old_text: None, new_text: "b\n".to_owned() };
    let expected = ToolResultView::Diff(Diff { diffs: vec![diff] });
    assert_eq!(made(r#"{"file_path":"a","content":"b\n","more":1}"#), Ok(expected));
    for (arguments, fault) in [
        ("", "$: expected an object, found null"),
        ("[]", "$: expected an object, found a list"),
        (r#"{"content":"b"}"#, "file_path: expected a string, found nothing"),
        (r#"{"file_path":"a"}"#, "content: expected a string, found nothing"),
        (r#"{"file_path":"a","content":null}"#, "content: expected a string, found null"),
    ] {
        assert_eq!(made(arguments).unwrap_err().to_string(), fault, "{arguments}");
    }
}

// --- Arguments, plans and questions -------------------------------------------------------------------------------------

#[test]
fn the_arguments_in_view_of_a_known_tool_are_read_strictly_or_not_at_all() {
    let file = |path: &str| Arguments::File(path.to_owned());
    let pattern = |text: &str| Arguments::Pattern(text.to_owned());
    let queries = |all: &[&str]| Arguments::Queries(all.iter().map(|text| (*text).to_owned()).collect());
    let command = |description: Option<&str>, cwd: Option<&str>| {
        let (description, cwd) = (description.map(str::to_owned), cwd.map(str::to_owned));
        Arguments::Command(arguments::Command { command: "ls".to_owned(), description, cwd })
    };
    let task = |description: Option<&str>| {
        let description = description.map(str::to_owned);
        Arguments::Task(arguments::Task { description, prompt: "p".to_owned() })
    };
    for (tool, text, expected) in [
        ("read", r#"{"file_path":"a","offset":3}"#, Some(file("a"))),
        ("write", r#"{"file_path":"a","content":7}"#, Some(file("a"))),
        ("edit", r#"{"file_path":"a"}"#, Some(file("a"))),
        ("read", r#"{"path":"a"}"#, None),
        ("grep", r#"{"pattern":"x","include":"*.rs"}"#, Some(pattern("x"))),
        ("glob", r#"{"pattern":"**"}"#, Some(pattern("**"))),
        ("glob", r#"{"pattern":["**"]}"#, None),
        ("bash", r#"{"command":"ls"}"#, Some(command(None, None))),
        ("bash", r#"{"command":"ls","description":"d","cwd":"/"}"#, Some(command(Some("d"), Some("/")))),
        ("bash", r#"{"command":"ls","description":null}"#, None),
        ("bash", r#"{"command":"ls","cwd":1}"#, None),
        ("bash", r#"{"description":"d"}"#, None),
        ("web_fetch", r#"{"url":"u"}"#, Some(Arguments::Address("u".to_owned()))),
        ("web_search", r#"{"query":"a"}"#, Some(queries(&["a"]))),
        ("web_search", r#"{"queries":["a","b"]}"#, Some(queries(&["a", "b"]))),
        ("web_search", r#"{"queries":["a",null]}"#, None),
        ("web_search", r#"{"query":1,"queries":["a"]}"#, None),
        ("web_search", "{}", None),
        ("subagent", r#"{"prompt":"p"}"#, Some(task(None))),
        ("subagent", r#"{"prompt":"p","description":"d","run_in_background":false}"#, Some(task(Some("d")))),
        ("subagent", r#"{"description":"d"}"#, None),
        ("subagent", r#"{"prompt":"p","description":[]}"#, None),
        ("read", "", None),
        ("read", "{", None),
        ("read", "[]", None),
        ("read", "\"a\"", None),
        ("Read", r#"{"file_path":"a"}"#, None),
        ("", "{}", None),
    ] {
        assert_eq!(arguments::read(tool, text), expected, "{tool} {text}");
    }
}

#[test]
fn a_plan_in_view_has_steps_whose_status_is_known_or_stands_as_sent() {
    let plan = |todos: Value| arguments::read("todo_write", &json!({"todos": todos}).to_string());
    let step = |content: &str, progress| PlanStep { content: content.to_owned(), progress };
    let todos = json!([
        {"content": "a", "status": "pending"},
        {"content": "b", "status": "in_progress", "activeForm": "doing b"},
        {"content": "c", "status": "completed"},
        {"content": "d", "status": "Blocked "},
    ]);
    let expected = vec![
        step("a", Progress::Pending),
        step("b", Progress::Active),
        step("c", Progress::Done),
        step("d", Progress::Other("Blocked ".to_owned())),
    ];
    assert_eq!(plan(todos), Some(Arguments::Plan(expected)));
    assert_eq!(plan(json!([])), Some(Arguments::Plan(vec![])));
    let odd = [
        json!(null),
        json!({}),
        json!([null]),
        json!([{"content": "a"}]),
        json!([{"status": "pending"}]),
        json!([{"content": "a", "status": null}]),
        json!([{"content": 1, "status": "pending"}]),
    ];
    for odd in odd {
        assert_eq!(plan(odd.clone()), None, "{odd}");
    }
}

#[test]
fn questions_in_view_are_the_same_in_a_frame_and_in_the_arguments() {
    let read = |question: Value| {
        let text = json!({"questions": [question]}).to_string();
        match arguments::read("ask_user_question", &text) {
            Some(Arguments::Questions(questions)) => questions.into_iter().next(),
            other => {
                assert_eq!(other, None, "{text}");
                None
            }
        }
    };
    let bare = json!({"id": "q", "question": "Which?"});
    let expected = Question {
        id: "q".to_owned(),
        text: "Which?".to_owned(),
        header: None,
        detail: None,
        choices: vec![],
        several: false,
    };
    assert_eq!(read(bare.clone()), Some(expected.clone()));
    let with = |field: &str, value: Value| {
        let mut question = bare.clone();
        question[field] = value;
        read(question)
    };
    for spelling in ["multiSelect", "multi_select"] {
        assert_eq!(with(spelling, json!(true)), Some(Question { several: true, ..expected.clone() }));
        assert_eq!(with(spelling, json!("true")), None);
    }
    let choice = |description: Option<&str>| question::Choice {
        label: "a".to_owned(),
        description: description.map(str::to_owned),
    };
    let choices = vec![choice(None), choice(Some("d"))];
    assert_eq!(
        with("options", json!([{"label": "a"}, {"label": "a", "description": "d"}])),
        Some(Question { choices, ..expected.clone() })
    );
    let named = |text: &str| Some(text.to_owned());
    assert_eq!(with("header", json!("h")), Some(Question { header: named("h"), ..expected.clone() }));
    assert_eq!(with("detail", json!("d")), Some(Question { detail: named("d"), ..expected }));
    for (field, odd) in [
        ("id", json!(null)),
        ("question", json!(1)),
        ("header", json!(null)),
        ("detail", json!([])),
        ("options", json!(null)),
        ("options", json!([null])),
        ("options", json!([{"label": 1}])),
        ("options", json!([{"description": "d"}])),
        ("options", json!([{"label": "a", "description": null}])),
    ] {
        assert_eq!(with(field, odd.clone()), None, "{field} {odd}");
    }
    assert_eq!(read(json!([])), None);
}

#[test]
fn answers_in_view_of_the_model_are_read_strictly() {
    let answer = |selected: &[&str], custom: Option<&str>| Answer {
        id: "q".to_owned(),
        selected: selected.iter().map(|text| (*text).to_owned()).collect(),
        custom: custom.map(str::to_owned),
    };
    for (text, expected) in [
        (r#"{"answers":[]}"#, Ok(vec![])),
        (r#"{"answers":[{"id":"q","selected":[]}]}"#, Ok(vec![answer(&[], None)])),
        (r#"{"answers":[{"id":"q","selected":["a","b"],"custom":"c"}]}"#, Ok(vec![answer(&["a", "b"], Some("c"))])),
        ("cancelled", Err("$: expected an object, found a string")),
        ("[]", Err("$: expected an object, found a list")),
        ("{}", Err("answers: expected a list, found nothing")),
        (r#"{"answers":[7]}"#, Err("answers[0]: expected an object, found a number")),
        (r#"{"answers":[{"selected":[]}]}"#, Err("answers[0].id: expected a string, found nothing")),
        (r#"{"answers":[{"id":"q"}]}"#, Err("answers[0].selected: expected a list, found nothing")),
        (
            r#"{"answers":[{"id":"q","selected":[1]}]}"#,
            Err("answers[0].selected[0]: expected a string, found a number"),
        ),
        (
            r#"{"answers":[{"id":"q","selected":[],"custom":null}]}"#,
            Err("answers[0].custom: expected a string, found null"),
        ),
    ] {
        let read = question::answers(text).map_err(|fault| fault.to_string());
        assert_eq!(read, expected.map_err(str::to_owned), "{text}");
    }
}

/// The `meta` that stands for a view: a field that is not there is left out, never null.
fn meta_of(web: &Web) -> Value {
    let mut meta = Map::new();
    let mut put = |name: &str, value: Option<Value>| meta.extend(value.map(|value| (name.to_owned(), value)));
    match web {
        Web::Search(search) => {
            put("sources", Some(search.sources.iter().map(meta_of_source).collect()));
            put("answer", search.answer.clone().map(Value::from));
            put("truncated", Some(search.truncated.into()));
        }
        Web::Fetch(fetch) => {
            put("url", Some(fetch.url.clone().into()));
            put("statusCode", Some(fetch.status_code.into()));
            put("truncated", Some(fetch.truncated.into()));
        }
    }
    meta.into()
}

fn meta_of_source(source: &Source) -> Value {
    let mut meta = Map::from_iter([("url".to_owned(), Value::from(source.url.clone()))]);
    let optional = [("title", &source.title), ("snippet", &source.snippet), ("publishedAt", &source.published_at)];
    meta.extend(optional.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text.clone()?.into()))));
    meta.into()
}

fn any_source() -> impl Strategy<Value = Source> {
    (".*", option::of(".*"), option::of(".*"), option::of(".*"))
        .prop_map(|(url, title, snippet, published_at)| Source { url, title, snippet, published_at })
}

fn any_web() -> impl Strategy<Value = Web> {
    let search = (prop::collection::vec(any_source(), 0..5), option::of(".*"), any::<bool>())
        .prop_map(|(sources, answer, truncated)| Web::Search(WebSearch { sources, answer, truncated }));
    let fetch = (".*", any::<i64>(), any::<bool>())
        .prop_map(|(url, status_code, truncated)| Web::Fetch(WebFetch { url, status_code, truncated }));
    prop_oneof![search, fetch]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_view_written_as_meta_is_derived_as_the_same_view(web in any_web()) {
        let (tool, kind) = match web {
            Web::Search(_) => ("web_search", "search"),
            Web::Fetch(_) => ("web_fetch", "fetch"),
        };
        let mut meta = meta_of(&web);
        prop_assert!(!meta.to_string().contains(":null"));
        let expected = ToolResultView::Web(web);
        prop_assert_eq!(derive(tool, &meta), Some(Ok(expected.clone())));
        // The host's view has the same fields and its tags.
        meta["card"] = "web".into();
        meta["kind"] = kind.into();
        prop_assert_eq!(ResultView::read(&meta), ResultView { title: None, content: None, body: expected });
    }
}

// --- Result views -------------------------------------------------------------------------------------------------------

/// What a field may be.
#[derive(Clone, Copy, PartialEq)]
enum Field {
    Required(Kind),
    Optional(Kind),
    /// A string or null, but not absent.
    Nullable,
}
use Field::{Nullable, Optional, Required};

/// A view with all its fields, and every one of those that are read.
type Row = (Value, &'static [(&'static str, Field)]);

fn result_views() -> Vec<Row> {
    let content = json!([{"type": "text", "text": "c"}]);
    let file = json!({"path": "a.rs", "matches": [{"lineNumber": 3, "line": "fn a()"}]});
    vec![
        (
            json!({"card": "generic", "title": "t", "content": content}),
            &[("title", Optional(Kind::String)), ("content", Optional(Kind::List))],
        ),
        (
            json!({"card": "terminal", "title": "t", "content": content, "output": "o", "exitCode": -1, "signal": "SIGTERM"}),
            &[
                ("title", Optional(Kind::String)),
                ("content", Optional(Kind::List)),
                ("output", Optional(Kind::String)),
                ("exitCode", Optional(Kind::Integer)),
                ("signal", Optional(Kind::String)),
            ],
        ),
        (
            json!({"card": "diff", "title": "t", "content": content, "diffs": [{"path": "p", "oldText": "o", "newText": "n"}]}),
            &[
                ("title", Optional(Kind::String)),
                ("content", Optional(Kind::List)),
                ("diffs", Required(Kind::List)),
                ("diffs[0]", Required(Kind::Object)),
                ("diffs[0].path", Required(Kind::String)),
                ("diffs[0].oldText", Nullable),
                ("diffs[0].newText", Required(Kind::String)),
            ],
        ),
        (
            json!({
                "card": "web", "kind": "search", "title": "t", "content": content, "answer": "a", "truncated": true,
                "sources": [{"url": "u", "title": "t", "snippet": "s", "publishedAt": "p"}, {"url": "v"}],
            }),
            &[
                ("title", Optional(Kind::String)),
                ("content", Optional(Kind::List)),
                ("answer", Optional(Kind::String)),
                ("truncated", Required(Kind::Boolean)),
                ("sources", Required(Kind::List)),
                ("sources[0]", Required(Kind::Object)),
                ("sources[0].url", Required(Kind::String)),
                ("sources[0].title", Optional(Kind::String)),
                ("sources[0].snippet", Optional(Kind::String)),
                ("sources[0].publishedAt", Optional(Kind::String)),
                ("sources[1].url", Required(Kind::String)),
            ],
        ),
        (
            json!({
                "card": "web", "kind": "fetch", "title": "t", "content": content,
                "url": "u", "statusCode": 404, "truncated": true,
            }),
            &[
                ("title", Optional(Kind::String)),
                ("content", Optional(Kind::List)),
                ("url", Required(Kind::String)),
                ("statusCode", Required(Kind::Integer)),
                ("truncated", Required(Kind::Boolean)),
            ],
        ),
        (
            json!({
                "card": "search", "shape": "matches", "title": "t", "content": content,
                "files": [file], "truncated": true, "total": 9,
            }),
            &[
                ("title", Optional(Kind::String)),
                ("content", Optional(Kind::List)),
                ("files", Required(Kind::List)),
                ("files[0]", Required(Kind::Object)),
                ("files[0].path", Required(Kind::String)),
                ("files[0].matches", Required(Kind::List)),
                ("files[0].matches[0]", Required(Kind::Object)),
                ("files[0].matches[0].lineNumber", Required(Kind::Count)),
                ("files[0].matches[0].line", Required(Kind::String)),
                ("truncated", Required(Kind::Boolean)),
                ("total", Required(Kind::Count)),
            ],
        ),
        (
            json!({
                "card": "search", "shape": "paths", "title": "t", "content": content,
                "paths": ["a", "b"], "truncated": false, "total": 2,
            }),
            &[
                ("title", Optional(Kind::String)),
                ("content", Optional(Kind::List)),
                ("paths", Required(Kind::List)),
                ("paths[1]", Required(Kind::String)),
                ("truncated", Required(Kind::Boolean)),
                ("total", Required(Kind::Count)),
            ],
        ),
        (
            json!({
                "card": "read", "title": "t", "content": content, "path": "/p", "offset": 2,
                "lines": [{"number": 2, "text": "x"}], "totalLines": 9, "lang": "rs",
            }),
            &[
                ("title", Optional(Kind::String)),
                ("content", Optional(Kind::List)),
                ("path", Required(Kind::String)),
                ("offset", Required(Kind::Count)),
                ("lines", Required(Kind::List)),
                ("lines[0]", Required(Kind::Object)),
                ("lines[0].number", Required(Kind::Count)),
                ("lines[0].text", Required(Kind::String)),
                ("totalLines", Required(Kind::Count)),
                ("lang", Optional(Kind::String)),
            ],
        ),
    ]
}

fn call_views() -> Vec<Row> {
    vec![
        (
            json!({
                "card": "generic", "title": "t", "kind": "read", "rawInput": {"q": 1},
                "content": [{"type": "text", "text": "c"}], "locations": [{"path": "p", "line": 4}],
            }),
            &[
                ("title", Required(Kind::String)),
                ("kind", Optional(Kind::String)),
                ("rawInput", Optional(Kind::Anything)),
                ("content", Optional(Kind::List)),
                ("locations", Optional(Kind::List)),
                ("locations[0]", Required(Kind::Object)),
                ("locations[0].path", Required(Kind::String)),
                ("locations[0].line", Optional(Kind::Count)),
            ],
        ),
        (
            json!({"card": "terminal", "title": "t", "description": "d", "cwd": "/c"}),
            &[
                ("title", Required(Kind::String)),
                ("description", Optional(Kind::String)),
                ("cwd", Optional(Kind::String)),
            ],
        ),
        (
            json!({
                "card": "diff", "title": "t", "diffs": [{"path": "p", "oldText": null, "newText": "n"}],
                "locations": [{"path": "p", "line": 4}],
            }),
            &[
                ("title", Required(Kind::String)),
                ("diffs", Required(Kind::List)),
                ("diffs[0].path", Required(Kind::String)),
                ("diffs[0].oldText", Nullable),
                ("diffs[0].newText", Required(Kind::String)),
                ("locations", Optional(Kind::List)),
                ("locations[0].path", Required(Kind::String)),
            ],
        ),
    ]
}

fn result_reason(view: &Value) -> Option<String> {
    let ToolResultView::Unknown(unknown) = ResultView::read(view).body else { return None };
    assert_eq!(&unknown.raw, view, "the JSON is kept");
    assert_eq!(unknown.reason.unhandled(), None, "a malformed view is not one this app lacks");
    Some(unknown.reason.to_string())
}

fn call_reason(view: &Value) -> Option<String> {
    let ToolCallView::Unknown(unknown) = CallView::read(view).body else { return None };
    assert_eq!(&unknown.raw, view, "the JSON is kept");
    Some(unknown.reason.to_string())
}

/// One value of each kind, and numbers of all sorts.
fn samples() -> [(Value, &'static str); 10] {
    [
        (json!(null), "null"),
        (json!(true), "a boolean"),
        (json!("read"), "a string"),
        (json!([]), "a list"),
        (json!({}), "an object"),
        (json!(7), "a number"),
        (json!(7.0), "a number"),
        (json!(-7), "a number"),
        (json!(7.5), "a number"),
        (json!(1e300), "a number"),
    ]
}

fn accepts(field: Field, value: &Value) -> bool {
    match field {
        Nullable => value.is_null() || value.is_string(),
        Required(kind) | Optional(kind) => match kind {
            Kind::Boolean => value.is_boolean(),
            Kind::String => value.is_string(),
            Kind::List => value.is_array(),
            Kind::Object => value.is_object(),
            Kind::Integer => [json!(7), json!(7.0), json!(-7)].contains(value),
            Kind::Count => [json!(7), json!(7.0)].contains(value),
            Kind::Anything => true,
            Kind::Nothing | Kind::Null | Kind::Number => panic!("no field is just that"),
        },
    }
}

/// Takes each field of each view away and puts each sort of value in its place.
fn check_fields(rows: Vec<Row>, reason: fn(&Value) -> Option<String>) -> usize {
    let mut checked = 0;
    for (view, fields) in rows {
        assert_eq!(reason(&view), None, "{view}");
        for (path, field) in fields {
            let pointer = format!("/{}", path.replace('[', ".").replace(']', "").replace('.', "/"));
            let (parent, name) = pointer.rsplit_once('/').unwrap();
            let expected = match field {
                Nullable => Kind::String,
                Required(kind) | Optional(kind) => *kind,
            };

            let mut without = view.clone();
            if let Value::Object(parent) = without.pointer_mut(parent).unwrap() {
                assert!(parent.remove(name).is_some(), "{path} of {view}");
                let fault =
                    (!matches!(field, Optional(_))).then(|| format!("{path}: expected {expected}, found nothing"));
                assert_eq!(reason(&without), fault, "without {path}: {view}");
                checked += 1;
            }
            for (value, found) in samples() {
                let mut with = view.clone();
                *with.pointer_mut(&pointer).unwrap() = value.clone();
                // An empty object or list may be of the right kind and yet lack what belongs in it.
                let fault = match reason(&with) {
                    Some(inner) if accepts(*field, &value) => {
                        assert!(inner.starts_with(&format!("{path}.")) && inner.ends_with("found nothing"), "{inner}");
                        None
                    }
                    fault => fault,
                };
                let expected =
                    (!accepts(*field, &value)).then(|| format!("{path}: expected {expected}, found {found}"));
                assert_eq!(fault, expected, "{path} = {value}: {view}");
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn each_field_of_each_result_view_is_there_and_of_its_type_or_the_view_is_not_taken() {
    assert!(check_fields(result_views(), result_reason) > 500);
}

#[test]
fn each_field_of_each_call_view_is_there_and_of_its_type_or_the_view_is_not_taken() {
    assert!(check_fields(call_views(), call_reason) > 150);
}

#[test]
fn the_tags_of_a_view_are_strings_or_the_view_is_not_taken() {
    for (view, expected) in [
        (json!(null), "$: expected an object, found null"),
        (json!([]), "$: expected an object, found a list"),
        (json!("web"), "$: expected an object, found a string"),
        (json!({}), "card: expected a string, found nothing"),
        (json!({"card": null}), "card: expected a string, found null"),
        (json!({"card": 7}), "card: expected a string, found a number"),
    ] {
        assert_eq!(result_reason(&view).as_deref(), Some(expected));
        assert_eq!(call_reason(&view).as_deref(), Some(expected));
    }
    for (view, expected) in [
        (json!({"card": "web"}), "kind: expected a string, found nothing"),
        (json!({"card": "web", "kind": null}), "kind: expected a string, found null"),
        (json!({"card": "web", "kind": ["search"]}), "kind: expected a string, found a list"),
        (json!({"card": "search"}), "shape: expected a string, found nothing"),
        (json!({"card": "search", "shape": false}), "shape: expected a string, found a boolean"),
    ] {
        assert_eq!(result_reason(&view).as_deref(), Some(expected));
    }
}

#[test]
fn a_card_kind_or_shape_this_app_does_not_know_is_named_and_the_content_survives() {
    let content = json!([{"type": "text", "text": "still here"}]);
    let whole = json!({"sources": [], "truncated": false, "url": "u", "statusCode": 200, "paths": [], "total": 0});
    for (tags, reason, unhandled) in [
        (json!({"card": "hologram"}), "unknown card \"hologram\"", "card \"hologram\""),
        (json!({"card": ""}), "unknown card \"\"", "card \"\""),
        (json!({"card": "Web", "kind": "search"}), "unknown card \"Web\"", "card \"Web\""),
        (
            json!({"card": "web", "kind": "dream"}),
            "unknown kind \"dream\" of card \"web\"",
            "card \"web\", kind \"dream\"",
        ),
        (
            json!({"card": "search", "shape": "tree"}),
            "unknown shape \"tree\" of card \"search\"",
            "card \"search\", shape \"tree\"",
        ),
    ] {
        let mut raw = whole.clone();
        raw.as_object_mut().unwrap().extend(tags.as_object().unwrap().clone());
        raw["title"] = "not taken".into();
        raw["content"] = content.clone();
        let view = ResultView::read(&raw);
        let ToolResultView::Unknown(unknown) = view.body else { panic!("{:?}", view.body) };
        assert_eq!(unknown.raw, raw);
        assert_eq!(unknown.reason.to_string(), reason);
        assert_eq!(unknown.reason.unhandled().as_deref(), Some(unhandled));
        assert_eq!(view.title, None, "the title is the call's");
        assert_eq!(view.content, Some(vec![ContentBlock::Text("still here".to_owned())]));

        raw["content"] = json!("not a list");
        assert_eq!(ResultView::read(&raw).content, None);
    }
}

#[test]
fn a_call_view_that_is_not_taken_keeps_its_title() {
    let read = |raw: Value| CallView::read(&raw);
    for (raw, reason) in [
        (json!({"card": "hologram", "title": "t"}), Reason::Card("hologram".to_owned())),
        (json!({"card": "web", "title": "t"}), Reason::Card("web".to_owned())),
        (
            json!({"card": "generic", "title": "t", "kind": "ponder"}),
            Reason::Kind { card: "generic", kind: "ponder".to_owned() },
        ),
    ] {
        let view = read(raw.clone());
        assert_eq!(view.title.as_deref(), Some("t"));
        let ToolCallView::Unknown(unknown) = view.body else { panic!("{:?}", view.body) };
        assert_eq!((unknown.raw, unknown.reason), (raw, reason));
    }
    assert_eq!(read(json!({"card": "diff", "title": "t", "diffs": null})).title.as_deref(), Some("t"));
    assert_eq!(read(json!({"card": "terminal", "title": 5})).title, None);
    assert_eq!(read(json!("terminal")).title, None);
}

#[test]
fn a_malformed_view_keeps_its_content() {
    let raw =
        json!({"card": "web", "kind": "search", "sources": null, "content": [{"type": "text", "text": "still here"}]});
    let view = ResultView::read(&raw);
    assert!(matches!(view.body, ToolResultView::Unknown(_)));
    assert_eq!(view.content, Some(vec![ContentBlock::Text("still here".to_owned())]));
}

#[test]
fn whole_result_views_are_read_field_by_field() {
    let text = |text: &str| text.to_owned();
    let bodies = [
        ToolResultView::Generic,
        ToolResultView::Terminal(Terminal {
            output: Some(text("o")),
            exit_code: Some(-1),
            signal: Some(text("SIGTERM")),
        }),
        ToolResultView::Diff(Diff {
            diffs: vec![FileDiff { path: text("p"), old_text: Some(text("o")), new_text: text("n") }],
        }),
        ToolResultView::Web(Web::Search(WebSearch {
            sources: vec![
                Source {
                    url: text("u"),
                    title: Some(text("t")),
                    snippet: Some(text("s")),
                    published_at: Some(text("p")),
                },
                Source { url: text("v"), title: None, snippet: None, published_at: None },
            ],
            answer: Some(text("a")),
            truncated: true,
        })),
        ToolResultView::Web(Web::Fetch(WebFetch { url: text("u"), status_code: 404, truncated: true })),
        ToolResultView::Search(Search::Matches(Matches {
            files: vec![FileMatches {
                path: text("a.rs"),
                matches: vec![LineMatch { line_number: 3, line: text("fn a()") }],
            }],
            truncated: true,
            total: 9,
        })),
        ToolResultView::Search(Search::Paths(Paths { paths: vec![text("a"), text("b")], truncated: false, total: 2 })),
        ToolResultView::Read(Read {
            path: text("/p"),
            offset: 2,
            lines: vec![Line { number: 2, text: text("x") }],
            total_lines: 9,
            lang: Some(text("rs")),
        }),
    ];
    let rows = result_views();
    assert_eq!(rows.len(), bodies.len());
    for ((raw, _), body) in rows.into_iter().zip(bodies) {
        let content = Some(vec![ContentBlock::Text(text("c"))]);
        assert_eq!(ResultView::read(&raw), ResultView { title: Some(text("t")), content, body }, "{raw}");
    }
}

#[test]
fn the_smallest_result_views_are_valid() {
    for (raw, body) in [
        (json!({"card": "generic"}), ToolResultView::Generic),
        (
            json!({"card": "terminal"}),
            ToolResultView::Terminal(Terminal { output: None, exit_code: None, signal: None }),
        ),
        (json!({"card": "diff", "diffs": []}), ToolResultView::Diff(Diff { diffs: vec![] })),
        (
            json!({"card": "web", "kind": "search", "sources": [], "truncated": false}),
            ToolResultView::Web(Web::Search(WebSearch { sources: vec![], answer: None, truncated: false })),
        ),
        (
            json!({"card": "search", "shape": "matches", "files": [], "truncated": false, "total": 0}),
            ToolResultView::Search(Search::Matches(Matches { files: vec![], truncated: false, total: 0 })),
        ),
        (
            json!({"card": "search", "shape": "paths", "paths": [], "truncated": false, "total": 0}),
            ToolResultView::Search(Search::Paths(Paths { paths: vec![], truncated: false, total: 0 })),
        ),
        (
            json!({"card": "read", "path": "", "offset": 1, "lines": [], "totalLines": 0}),
            ToolResultView::Read(Read { path: String::new(), offset: 1, lines: vec![], total_lines: 0, lang: None }),
        ),
    ] {
        assert_eq!(ResultView::read(&raw), ResultView { title: None, content: None, body }, "{raw}");
    }
    let new_file = json!({"card": "diff", "diffs": [{"path": "p", "oldText": null, "newText": ""}]});
    let ToolResultView::Diff(diff) = ResultView::read(&new_file).body else { panic!("a diff") };
    assert_eq!(diff.diffs, [FileDiff { path: "p".to_owned(), old_text: None, new_text: String::new() }]);
}

#[test]
fn whole_call_views_are_read_field_by_field() {
    let text = |text: &str| text.to_owned();
    let locations = vec![Location { path: text("p"), line: Some(4) }];
    let bodies = [
        ToolCallView::Generic(GenericCall {
            kind: Some(CallKind::Read),
            raw_input: Some(json!({"q": 1})),
            content: Some(vec![ContentBlock::Text(text("c"))]),
            locations: locations.clone(),
        }),
        ToolCallView::Terminal(TerminalCall { description: Some(text("d")), cwd: Some(text("/c")) }),
        ToolCallView::Diff(DiffCall {
            diffs: vec![FileDiff { path: text("p"), old_text: None, new_text: text("n") }],
            locations,
        }),
    ];
    for ((raw, _), body) in call_views().into_iter().zip(bodies) {
        assert_eq!(CallView::read(&raw), CallView { title: Some(text("t")), body }, "{raw}");
    }
    let bare = GenericCall { kind: None, raw_input: None, content: None, locations: vec![] };
    let expected = CallView { title: Some(String::new()), body: ToolCallView::Generic(bare) };
    assert_eq!(CallView::read(&json!({"card": "generic", "title": ""})), expected);
}

#[test]
fn every_kind_of_call_is_known_by_its_name() {
    for (name, expected) in [
        ("read", CallKind::Read),
        ("edit", CallKind::Edit),
        ("delete", CallKind::Delete),
        ("move", CallKind::Move),
        ("search", CallKind::Search),
        ("execute", CallKind::Execute),
        ("fetch", CallKind::Fetch),
        ("other", CallKind::Other),
    ] {
        let view = CallView::read(&json!({"card": "generic", "title": "t", "kind": name}));
        assert!(matches!(view.body, ToolCallView::Generic(generic) if generic.kind == Some(expected)), "{name}");
        assert_eq!(expected.name(), name);
    }
}

#[test]
fn an_input_of_null_is_an_input_and_no_input_is_none() {
    let input = |view: Value| {
        let ToolCallView::Generic(generic) = CallView::read(&view).body else { panic!("{view}") };
        generic.raw_input
    };
    assert_eq!(input(json!({"card": "generic", "title": "t", "rawInput": null})), Some(Value::Null));
    assert_eq!(input(json!({"card": "generic", "title": "t"})), None);
}

// --- Content and faults -------------------------------------------------------------------------------------------------

#[test]
fn a_block_is_read_or_kept_as_it_came() {
    let text = |text: &str| text.to_owned();
    let other = |value: &Value| ContentBlock::Other(value.clone());
    for (raw, expected) in [
        (json!({"type": "text", "text": "t", "extra": 1}), Some(ContentBlock::Text(text("t")))),
        (json!({"type": "reasoning", "text": "r"}), Some(ContentBlock::Reasoning(text("r")))),
        (
            json!({"type": "tool-call", "id": "i", "name": "n", "arguments": "{"}),
            Some(ContentBlock::ToolCall { id: text("i"), name: text("n"), arguments: text("{") }),
        ),
        (
            json!({"type": "image", "mediaType": "image/png", "data": "AA=="}),
            Some(ContentBlock::Image { media_type: text("image/png"), name: None }),
        ),
        (
            json!({"type": "image", "mediaType": "image/png", "name": "a.png", "data": "AA=="}),
            Some(ContentBlock::Image { media_type: text("image/png"), name: Some(text("a.png")) }),
        ),
        (json!({"type": "text"}), None),
        (json!({"type": "text", "text": null}), None),
        (json!({"type": "reasoning", "text": 1}), None),
        (json!({"type": "tool-call", "id": "i", "name": "n"}), None),
        (json!({"type": "tool-call", "id": "i", "name": "n", "arguments": {}}), None),
        (json!({"type": "tool-call", "name": "n", "arguments": ""}), None),
        (json!({"type": "image"}), None),
        (json!({"type": "audio", "data": ""}), None),
        (json!({"type": 1}), None),
        (json!({}), None),
        (json!(null), None),
        (json!("t"), None),
    ] {
        let expected = expected.unwrap_or_else(|| other(&raw));
        assert_eq!(blocks(Some(&json!([raw]))), [expected]);
    }
}

#[test]
fn content_is_a_list_of_blocks_or_one_string_and_anything_else_is_kept() {
    assert_eq!(blocks(None), []);
    assert_eq!(blocks(Some(&json!(null))), []);
    assert_eq!(blocks(Some(&json!([]))), []);
    assert_eq!(blocks(Some(&json!("plain"))), [ContentBlock::Text("plain".to_owned())]);
    for odd in [json!(5), json!(false), json!({"type": "text", "text": "t"})] {
        assert_eq!(blocks(Some(&odd)), [ContentBlock::Other(odd)]);
    }
}

#[test]
fn faults_are_named_by_their_path_and_kind() {
    use super::fields::{Fields, Strict};
    let value = json!({"grid": [[1, 2], [3, "x"]]});
    let fault = Fields::of(&value).unwrap().required::<Vec<Vec<u64>>>("grid").unwrap_err();
    assert_eq!(fault.to_string(), "grid[1][1]: expected a whole number from 0, found a string");
    let value = json!([{"path": "p"}, {"path": 1}]);
    let fault = <Vec<Location> as Strict>::read(&value).unwrap_err();
    assert_eq!(fault.to_string(), "[1].path: expected a string, found a number");
    let value = json!({"place": {"path": null}});
    let fault = Fields::of(&value).unwrap().required::<Location>("place").unwrap_err();
    assert_eq!(fault.to_string(), "place.path: expected a string, found null");
    let value = json!({});
    let fault = Fields::of(&value).unwrap().required::<Value>("chunk").unwrap_err();
    assert_eq!(fault.to_string(), "chunk: expected a value, found nothing");

    let words: Vec<String> = [
        Kind::Nothing,
        Kind::Anything,
        Kind::Null,
        Kind::Boolean,
        Kind::Number,
        Kind::Integer,
        Kind::Count,
        Kind::String,
        Kind::List,
        Kind::Object,
    ]
    .iter()
    .map(Kind::to_string)
    .collect();
    let expected = [
        "nothing",
        "a value",
        "null",
        "a boolean",
        "a number",
        "a whole number",
        "a whole number from 0",
        "a string",
        "a list",
        "an object",
    ];
    assert_eq!(words, expected);
}
