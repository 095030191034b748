#!/usr/bin/env bash
# Both commands of README on a bare machine: a minimal Debian 12 with its own nodejs and npm and nothing else, as a folder that
# is entered with chroot. Prints how long each took. `tests/bareMachine.sh [folder]`; a folder that exists is used again, and
# ONLY=start or ONLY=test runs one of the two. Needs root and debootstrap. It takes the committed state, not what lies around.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "This needs root: it makes a Debian in a folder and enters it with chroot."; exit 1; }
command -v debootstrap >/dev/null || { echo "This needs debootstrap: apt-get install debootstrap"; exit 1; }

machine=${1:-$(mktemp -d)/debian}
port=3999
fresh=$([ -x "$machine/usr/bin/npm" ] || echo yes)
if [ "$fresh" ]; then
  echo "Making a minimal Debian 12 in $machine ..."
  debootstrap --variant=minbase bookworm "$machine" >"$machine.log" 2>&1 || { tail -5 "$machine.log"; exit 1; }
fi
# The network as it is here, and the certificates that this machine trusts.
cp /etc/resolv.conf /etc/hosts "$machine/etc/"
mkdir -p "$machine/etc/ssl/certs"
mount --bind /proc "$machine/proc"
mount --bind /dev "$machine/dev"
trap 'umount -l "$machine/proc" "$machine/dev"' EXIT
if [ "$fresh" ]; then
  install="apt-get update -qq && apt-get install -y -qq --no-install-recommends nodejs npm"
  DEBIAN_FRONTEND=noninteractive chroot "$machine" bash -c "$install" >>"$machine.log" 2>&1 || { tail -5 "$machine.log"; exit 1; }
fi
cp /etc/ssl/certs/ca-certificates.crt "$machine/etc/ssl/certs/"
rm -rf "$machine/portal"
mkdir "$machine/portal"
git archive HEAD | tar -x -C "$machine/portal"

enter() {
  exec chroot "$machine" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin PORT=$port \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt bash -c "cd /portal && exec $1"
}
listens() { (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null; }
echo "Node $(enter "node --version"), npm $(enter "npm --version")"

if [ "${ONLY:-start}" = start ]; then
  from=$SECONDS
  (enter "npm start") & portal=$!
  until listens; do
    kill -0 $portal 2>/dev/null || { echo "npm start ended before it listened."; exit 1; }
    sleep 0.2
  done
  echo "npm start: listens after $((SECONDS - from)) s"
  kill -TERM $portal
  wait $portal || true
  # A server at work may take the ten seconds that it has by default to answer everybody.
  for _ in $(seq 100); do listens || break; sleep 0.1; done
  listens && { echo "npm start ended, and its portal still listens."; exit 1; }
fi
if [ "${ONLY:-test}" = test ]; then
  from=$SECONDS
  (enter "npm test") && said=passed || said=failed
  echo "npm test: $said after $((SECONDS - from)) s"
  [ $said = passed ]
fi
