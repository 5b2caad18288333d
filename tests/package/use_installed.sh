#!/bin/sh
# Uses the arena that is installed, as its user would in a folder that is not there yet; run.sh runs it in a clean system.
#   sh use_installed.sh FOLDER LANGUAGE...
set -eu
folder=$1
shift
mkdir "$folder"
cd "$folder"

tichu-arena --version
tichu-arena play steady greedy --deals 20 --name bundled >/dev/null
tichu-arena export results/bundled --jsonl | tichu-arena verify - >/dev/null

for language in "$@"; do
  tichu-arena new-bot "my-$language" --lang "$language" >/dev/null
  # The commands of its README; of the checks some hundred rounds are enough.
  sed -n 's/^    //p' "my-$language/README.md" | sed '/ check /s/$/ --rounds 100/' >commands
  (cd "my-$language" && sh -eu ../commands) >"$language.log" 2>&1 || {
    cat "$language.log"
    exit 1
  }
  grep ' passes' "$language.log"
done
