# shellcheck shell=bash
# Sourced by the scripts: where things are, and how they speak.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit

cache=${XDG_CACHE_HOME:-$HOME/.cache}/webcard
# A folder for each checkout: Cargo tells two of them apart by the times of their files only, and so could take the one's
# library for the other's.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$cache/target-$(printf %s "$root" | cksum | cut -d " " -f 1)}
# Tools of exactly the versions we need, where they are in nobody's way; and wasm-opt, which an npm package brings.
tools=$cache/tools
export PATH="$root/end2end/node_modules/.bin:$tools/bin:$HOME/.cargo/bin:$PATH"

say() { printf '\n== %s\n' "$*"; }

fail() {
  printf '\nerror: %s\n' "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }
