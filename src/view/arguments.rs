//! What the arguments of well-known tools say.
//!
//! Stored logs hold no call views, so this is all there is to tell what a call was about. It is read for the tools named
//! here, strictly, and of each only what a card shows.

use super::fields::{Fields, Malformed};
use super::plan::PlanStep;
use super::question::Question;
use serde_json::Value;

/// The arguments of a tool that this app knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arguments {
    /// The file that is read, written or changed: `read`, `write` and `edit`.
    File(String),
    /// What is looked for in files: `grep` and `glob`.
    Pattern(String),
    /// A command of the shell: `bash`.
    Command(Command),
    /// The page that is fetched: `web_fetch`.
    Address(String),
    /// What is asked of the web: `web_search`.
    Queries(Vec<String>),
    /// The plan as it shall be: `todo_write`.
    Plan(Vec<PlanStep>),
    /// What a person is asked: `ask_user_question`.
    Questions(Vec<Question>),
    /// What another agent shall do: `subagent`.
    Task(Task),
}

/// A command of the shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The command.
    pub command: String,
    /// What it is for, in the model's words.
    pub description: Option<String>,
    /// The folder it runs in.
    pub cwd: Option<String>,
}

/// Work that is given to another agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// A few words about it.
    pub description: Option<String>,
    /// The whole of it: the first message of the other agent's session.
    pub prompt: String,
}

/// Reads the model's own JSON text. `None` for a tool that is not known, and for arguments that are not as they should be:
/// those are shown as they came.
#[must_use]
pub fn read(tool: &str, arguments: &str) -> Option<Arguments> {
    let read = match tool {
        "read" | "write" | "edit" => file,
        "grep" | "glob" => pattern,
        "bash" => command,
        "web_fetch" => address,
        "web_search" => queries,
        "todo_write" => plan,
        "ask_user_question" => questions,
        "subagent" => task,
        _ => return None,
    };
    let value: Value = serde_json::from_str(arguments).ok()?;
    read(&Fields::of(&value).ok()?).ok()
}

fn file(fields: &Fields) -> Result<Arguments, Malformed> {
    fields.required("file_path").map(Arguments::File)
}

fn pattern(fields: &Fields) -> Result<Arguments, Malformed> {
    fields.required("pattern").map(Arguments::Pattern)
}

fn command(fields: &Fields) -> Result<Arguments, Malformed> {
    Ok(Arguments::Command(Command {
        command: fields.required("command")?,
        description: fields.optional("description")?,
        cwd: fields.optional("cwd")?,
    }))
}

fn address(fields: &Fields) -> Result<Arguments, Malformed> {
    fields.required("url").map(Arguments::Address)
}

/// One query in the older era, a list of them in the newer one.
fn queries(fields: &Fields) -> Result<Arguments, Malformed> {
    Ok(Arguments::Queries(match fields.optional("query")? {
        Some(query) => vec![query],
        None => fields.required("queries")?,
    }))
}

fn plan(fields: &Fields) -> Result<Arguments, Malformed> {
    fields.required("todos").map(Arguments::Plan)
}

fn questions(fields: &Fields) -> Result<Arguments, Malformed> {
    fields.required("questions").map(Arguments::Questions)
}

fn task(fields: &Fields) -> Result<Arguments, Malformed> {
    Ok(Arguments::Task(Task { description: fields.optional("description")?, prompt: fields.required("prompt")? }))
}
