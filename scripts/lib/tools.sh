# shellcheck shell=bash
# Sourced by the scripts. Each `need_…` makes sure of one tool: it is silent and quick when the tool is there in the right
# version, otherwise it says what it installs and about how long that takes (two cores), and ends with a clear error if
# the tool cannot be had. Needs common.sh.

: "${tools:?}" # from common.sh

trunk_version=0.21.14

# installing WHAT HOW-LONG COMMAND…
installing() {
  say "installing $1 ($2)"
  "${@:3}" || fail "$1 could not be installed; the messages above say why. The command was: ${*:3}"
}

# rustup_adds component|target NAME
rustup_adds() {
  have rustup || fail "Rust's $1 $2 is missing, and there is no rustup to install it with."
  installing "Rust's $1 $2" "seconds" rustup "$1" add "$2"
}

# `cargo install` into our own folder of tools. It builds in a folder of its own, not among the app's files.
cargo_tool() { env -u CARGO_TARGET_DIR cargo install --quiet --force --root "$tools" "$@"; }

need_rust() {
  have cargo || fail "Rust is missing: install rustup with the stable toolchain, then run this again."
}

need_rustfmt() {
  need_rust
  cargo fmt --version >/dev/null 2>&1 || rustup_adds component rustfmt
}

need_clippy() {
  need_rust
  cargo clippy --version >/dev/null 2>&1 || rustup_adds component clippy
}

need_wasm_target() {
  need_rust
  local target=wasm32-unknown-unknown
  [ -d "$(rustc --print target-libdir --target $target)" ] || rustup_adds target $target
}

need_trunk() {
  need_rust
  [ "$(trunk --version 2>/dev/null)" = "trunk $trunk_version" ] && return
  # It has little to compute itself; optimised to the last, as its authors set it, it takes twice as long to build.
  local -x CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
  installing "trunk $trunk_version, which builds the app" "about 4 minutes" cargo_tool --locked "trunk@$trunk_version"
}

# The tool and the library of that name must be of the very same version.
need_wasm_bindgen() {
  need_rust
  local version
  version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p}' Cargo.lock)
  [ "$(wasm-bindgen --version 2>/dev/null)" = "wasm-bindgen $version" ] &&
    [ "$(wasm-bindgen-test-runner --version 2>/dev/null)" = "wasm-bindgen-test-runner $version" ] && return
  # Without --locked: its lock file names a release that was withdrawn.
  installing "wasm-bindgen $version" "about 3 minutes" cargo_tool "wasm-bindgen-cli@$version"
}

need_llvm_cov() {
  need_rust
  ls "$(rustc --print sysroot)"/lib/rustlib/*/bin/llvm-cov >/dev/null 2>&1 || rustup_adds component llvm-tools
  cargo llvm-cov --version >/dev/null 2>&1 ||
    installing "cargo-llvm-cov, which measures coverage" "about 1 minute" cargo_tool --locked cargo-llvm-cov@0.9.1
}

# wasm-opt, Playwright, and the library that colours code. The browser is the system's own, so Playwright brings none.
need_node_packages() {
  { have node && have npm; } || fail "Node.js is missing: install Node 20 or newer with npm, then run this again."
  local installed=end2end/node_modules/.installed-lock
  cmp -s end2end/package-lock.json $installed && return
  export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
  installing "the npm packages of end2end/" "under a minute" npm --prefix end2end ci --no-fund --no-audit
  cp end2end/package-lock.json $installed
}

# Chromium with its driver, and fonts: without these, Chinese and emoji are empty boxes.
need_browser() {
  local missing=()
  have chromium || missing+=(chromium)
  have chromedriver || missing+=(chromium-driver)
  has_font "Noto Sans CJK" || missing+=(fonts-noto-cjk)
  has_font "Noto Color Emoji" || missing+=(fonts-noto-color-emoji)
  if [ "${#missing[@]}" -gt 0 ]; then
    have apt-get || fail "Please install ${missing[*]} (Debian's names): there is no apt-get here to do it with."
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
      have sudo || fail "Please install ${missing[*]} as root: there is no sudo here to do it with."
      sudo=(sudo)
    fi
    installing "${missing[*]}" "about 2 minutes" apt_install
  fi
  CHROMIUM=$(command -v chromium)
  CHROMEDRIVER=$(command -v chromedriver)
  export CHROMIUM CHROMEDRIVER
}

has_font() { have fc-list && [[ $(fc-list : family) == *"$1"* ]]; }

apt_install() {
  "${sudo[@]}" apt-get update -qq &&
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends fontconfig "${missing[@]}"
}

# All that a release build takes.
need_build_tools() {
  need_wasm_target
  need_trunk
  need_wasm_bindgen
  need_node_packages
}

# The built app in dist/, no older than what it is built of and by.
need_app() {
  local sources=(src style public index.html Trunk.toml Cargo.toml Cargo.lock .cargo end2end/package-lock.json
    scripts/bundle-style scripts/copy-highlighter scripts/minify-scripts scripts/lib/split.mjs)
  [ -f dist/index.html ] &&
    [ -z "$(find "${sources[@]}" -newer dist/index.html -type f ! -name bundle.css -print -quit)" ] &&
    return
  say "building the release app (a first build takes about 2 minutes)"
  scripts/build
}
