# shellcheck shell=bash
# Sourced by scripts/compare: makes sure of the real host, in the cache folder. Needs common.sh and tools.sh.

: "${cache:?}" # from common.sh

host_folder=$cache/compare/host
host_tools=$cache/compare/tools
# The host wants Node 22; the rest of this project is content with less.
host_node=$host_tools/node
host_node_version=22.23.3
pnpm_version=10.34.9

need_host() {
  local pins=scripts/lib/compare/host node_package
  [ -x "$host_node" ] && cmp -s "$pins/pnpm-lock.yaml" "$host_folder/.installed-lock" && return
  # The package that holds nothing but Node's binary for this machine.
  node_package=node-$(node -p 'process.platform + "-" + process.arch')
  # And pnpm, since npm would take more than ten minutes to find out which packages go together.
  installing "Node $host_node_version and pnpm $pnpm_version" "seconds" \
    npm install --prefix "$host_tools" --no-save --ignore-scripts --no-fund --no-audit \
    "$node_package@$host_node_version" "pnpm@$pnpm_version"
  ln -sf "node_modules/$node_package/bin/node" "$host_node"
  rm -rf "$host_folder"
  mkdir -p "$host_folder"
  cp "$pins"/* "$host_folder"
  installing "the host, DeepSeek Harness 0.1.0-rc.8" "under a minute, 280 MB" \
    "$host_node" "$host_tools/node_modules/pnpm/bin/pnpm.cjs" --dir "$host_folder" \
    install --frozen-lockfile --store-dir "$cache/compare/store" --reporter=append-only --loglevel=error
  cp "$host_folder/pnpm-lock.yaml" "$host_folder/.installed-lock"
}
