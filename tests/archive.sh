#!/usr/bin/env bash
# A release archive in a minimal Debian 12, entered with chroot: without network, on a read-only tree, as nobody. Prints how long
# the first start (makes its database) and the second take until /readyz says ready, and the size. By hand, as root:
# `npm run package && tests/archive.sh dist/broker-portal-*.tar.gz [folder]`; a folder that exists is used again.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "This needs root: it enters a folder with chroot."; exit 1; }
archive=$(realpath "$1")
machine=${2:-$(mktemp -d)/debian}
port=3999
[ -x "$machine/bin/sh" ] || debootstrap --variant=minbase bookworm "$machine" >/dev/null
# In namespaces of its own: no network, and no mount that stays behind.
[ "${ALONE:-}" ] || ALONE=yes exec unshare --mount --net "$0" "$archive" "$machine"
ip link set lo up

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$machine/opt/portal" "$machine/srv" "$work/opt" "$work/data"
tar -x -f "$archive" -C "$work/opt" --strip-components=1
chown nobody "$work/data"
mount --bind "$machine" "$machine"
mount --bind "$work/opt" "$machine/opt/portal"
mount --bind "$work/data" "$machine/srv"
mount -t proc proc "$machine/proc"
for each in "$machine/opt/portal" "$machine"; do mount -o remount,bind,ro "$each"; done

say_ready() {
  exec 3<>/dev/tcp/127.0.0.1/$port || return 1
  printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3
  grep -q '"status":"ready"' <&3
}
for start in first second; do
  from=$EPOCHREALTIME
  chroot --userspec=nobody:nogroup "$machine" env -i PATH=/bin PORT=$port DATA_DIR=/srv /opt/portal/bin/portal start & portal=$!
  until (say_ready) 2>/dev/null; do
    kill -0 $portal 2>/dev/null || { echo "It ended before it was ready."; exit 1; }
    sleep 0.02
  done
  until=$EPOCHREALTIME
  cpu=$(awk '{ print ($14 + $15) / 100 }' "/proc/$portal/stat")
  kill -TERM $portal
  wait $portal || { echo "SIGTERM: it ended with $?."; exit 1; }
  [ ! -e "$work/data/database/in-use.lock" ] || { echo "It left its lock behind."; exit 1; }
  echo "$start start: ready after $(((${until/./} - ${from/./}) / 1000)) ms, $cpu s of CPU; ended by SIGTERM"
done
echo "archive: $(($(stat -c %s "$archive") / 1048576)) MB, unpacked $(du -sm "$work/opt" | cut -f1) MB; data folder $(du -sm "$work/data" | cut -f1) MB"
