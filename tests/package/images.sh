#!/bin/sh
# Builds the images of arena/Containerfile. Then a ladder in one of them, which without flags names those to add, takes a stranger's
# bot in and plays it in a box, as arena/compose.yaml has it; and bots are built in the image for authors. Wants root, podman,
# buildah, runc, docker-compose, a Debian mirror, and half an hour; exit code 77 where something of that is missing.
#   sh tests/package/images.sh [--built]
# With --built the images are not built again.
set -eu
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "images.sh wants root"; exit 77; }
for program in podman buildah runc docker-compose; do
  command -v $program >/dev/null || { echo "images.sh wants $program"; exit 77; }
done

base=docker.io/library/debian:bookworm-slim
if [ "${1:-}" != --built ]; then
  if ! podman image exists $base && ! podman pull -q $base; then
    command -v mmdebstrap >/dev/null || { echo "no registry has $base, and there is no mmdebstrap to make it"; exit 77; }
    mmdebstrap --quiet --variant=minbase bookworm - | podman import -q - $base
  fi
  for target in worker ladder arena author proxy; do
    buildah bud --isolation chroot --layers --quiet --build-arg JOBS="${CMAKE_BUILD_PARALLEL_LEVEL:-}" -f arena/Containerfile --target $target \
      -t tichu-$target .
  done
fi
podman images --format '{{.Repository}} {{.Size}}' | grep tichu-

# Without a network: what its containers need is among themselves.
here=tichu-images-$$
made=$(mktemp -d)
export CONTAINERS_CONF="$made/containers.conf" DOCKER_HOST="unix://$made/podman.sock"
cat >"$CONTAINERS_CONF" <<END
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
netns = "none"
[engine]
runtime = "runc"
END
sed -e 's/ports:.*/network_mode: none/' -e "s#context: ..#context: $PWD#" arena/compose.yaml >"$made/compose.yaml"
compose() { docker-compose -p $here -f "$made/compose.yaml" "$@"; }
podman system service --time 0 "$DOCKER_HOST" &
service=$!
# Those that use its network first.
remove() {
  podman rm -f -t 0 -i --depend ${here}_nats_1 >/dev/null
  compose down -v
  kill $service
  rm -rf "$made"
}
trap remove EXIT
trap 'exit 130' INT TERM

ladder=${here}_ladder_1
fail() {
  echo "images.sh: $1" >&2
  podman logs $ladder >&2
  exit 1
}
# Waits until a command succeeds, as long as the ladder's container runs.
wait_until() {
  until "$@" >/dev/null 2>&1; do
    [ "$(podman inspect -f '{{.State.Running}}' $ladder)" = true ] || fail "the ladder ended before: $*"
    sleep 0.2
  done
}
inside() { podman exec $ladder "$@"; }
asks() {
  inside python3 -c 'import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())' "https://localhost/$1"
}
# With a NATS server the workers alone play rated boards.
plays() { asks api/v1/status | grep -q '"boards":[1-9].*"text":"2 workers'; }

echo "== a ladder without the flags"
podman run --rm tichu-ladder >"$made/said" 2>&1 && fail "it serves"
grep -q "strangers' programs need a sandbox.*--security-opt seccomp=unconfined" "$made/said" || fail "no flag is named"

echo "== a ladder with TLS, a NATS server and two workers"
compose up -d --no-build
authority=/root/.local/share/caddy/pki/authorities/local/root.crt
wait_until podman cp ${here}_proxy_1:$authority "$made/root.crt"
podman exec -i --user root $ladder tee -a /etc/ssl/certs/ca-certificates.crt <"$made/root.crt" >/dev/null
wait_until asks healthz
# A bot as an author sends it: it is checked and validated in boxes before it plays.
inside tichu-arena new-bot fox --lang python --into /tmp >/dev/null
inside sh -c 'TICHU_TOKEN=$(grep ^tch_ first-token) tichu-arena submit /tmp/fox --to https://localhost/ --whole-log' ||
  fail "the bot does not play"
wait_until plays

compose kill >/dev/null 2>&1  # what plays takes the cores from what follows
echo "== the other images"
for image in arena author; do
  languages=python
  [ $image = arena ] || languages="cpp c python"
  # shellcheck disable=SC2086
  podman run --rm -v "$PWD/tests/package/use_installed.sh:/use_installed.sh:ro" --entrypoint sh \
    tichu-$image /use_installed.sh bots $languages
done
podman run --rm --entrypoint python3 tichu-arena -c 'import tichu._core'
podman run --rm tichu-arena --version | grep -q "revision [0-9a-f]" || fail "the image does not know its revision"
echo "the images play"
