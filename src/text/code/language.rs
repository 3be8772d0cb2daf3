//! Names of languages: what a fence or a file calls one, and what the library's file of it is called.

/// The languages there are, one a line: the name of the library's file, then what else they are called, and the extensions
/// of their files.
const LANGUAGES: &str = "\
bash sh zsh ksh
c h
clojure clj cljs cljc edn
cmake
coffeescript coffee
cpp c++ cc cxx hpp hh hxx
csharp cs c#
css
d
dart
delphi pascal pas
diff patch
dockerfile docker containerfile
dos bat batch cmd
elixir ex exs
elm
erlang erl hrl
fortran f90 f95
fsharp fs fsx f#
gherkin feature
glsl vert frag wgsl
go golang
gradle
graphql gql
groovy
haskell hs
http
ini toml cfg conf editorconfig gitconfig
java
javascript js jsx mjs cjs
json jsonc json5 jsonl ndjson webmanifest
julia jl
kotlin kt kts
latex tex sty
less
lisp el cl
lua
makefile make mk mak
markdown md mkd
matlab
nginx
nim
nix
objectivec objective-c objc mm
ocaml ml mli
perl pl pm
php
powershell ps1 psm1 pwsh
prolog
properties
protobuf proto
python py pyi pyw
r
ruby rb gemspec rake
rust rs
scala sc sbt
scheme scm
scss sass
shell console shellsession sh-session
sql psql pgsql postgresql mysql sqlite
swift
tcl
typescript ts tsx mts cts
verilog sv svh
vhdl vhd
vim viml
wasm wat wast
x86asm asm
xml html htm xhtml svg xsl xsd plist rss atom vue svelte
yaml yml";

/// The library's name of the language that a fence's info word, or a file's extension, names. `None` where there is no
/// such language, or none that is worth its colours.
#[must_use]
pub fn of_name(name: &str) -> Option<&'static str> {
    let name = name.trim();
    let names = |line: &&str| line.split(' ').any(|known| known.eq_ignore_ascii_case(name));
    LANGUAGES.lines().find(names)?.split(' ').next()
}

/// The language of the file with this path: by its extension, or by its whole name where it has none.
#[must_use]
pub fn of_path(path: &str) -> Option<&'static str> {
    let name = path.rsplit(['/', '\\']).next()?;
    of_name(name.rsplit('.').next()?)
}
