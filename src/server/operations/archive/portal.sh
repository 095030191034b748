#!/bin/sh
# bin/portal of a release archive: runs a command of operators on the Node that came with it.
home=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd) || exit 1
exec "$home"/node_modules/node-linux-*/bin/node "$home/src/server/cli.ts" "$@"
