/**
 * Guest scripts that keep a run going independently of the portal. Each is a /bin/sh script whose
 * first argument is the run ID. While a run exists, a folder below `runs` contains its script, its
 * output and its exit code.
 */
export interface GuestScripts {
  /**
   * Starts the run unless it has already started. Reads the script from standard input. Second
   * argument: the size of the script in bytes.
   */
  begin: string;
  /**
   * Prints the state, then the output of the run in base64. Second argument: the number of output
   * bytes to skip.
   */
  look: string;
  /** Stops all processes of the run. */
  end: string;
  /** Removes the files of the run. */
  clean: string;
}

/** Maximum number of output bytes per read. */
const chunkBytes = 48 * 1024;

/** Runs as root in a folder inaccessible to other users. */
export const scriptsOfRoot = (): GuestScripts => scriptsAt('runs=/var/lib/cloudberth/runs start=/');

/** Runs as the signed-in user in a folder of their home directory. */
export const scriptsOfUser = (): GuestScripts =>
  scriptsAt('runs="$HOME/.cloudberth/runs" start="$HOME"');

function scriptsAt(path: string): GuestScripts {
  const at = (script: string) => `${path}\nrun=$runs/$1\n${script}`;
  return { begin: at(preamble), look: at(stateScript), end: at(end), clean: at(cleanupScript) };
}

/**
 * Checks the size first, because an incomplete script (after a lost connection) must not run. The
 * run's folder acts as its lock: the process that creates it starts the script in its own session,
 * so that the whole session can be stopped. Files of a run are private, while files created by the
 * script have the usual permissions.
 */
const preamble = `set -e
usual=$(umask)
umask 077
mkdir -p "$runs"
came=$run.$$
cat >"$came"
if [ "$(($(wc -c <"$came")))" -ne "$2" ]; then
  rm -f "$came"
  echo 'not all of the script arrived' >&2
  exit 1
fi
if ! mkdir "$run" 2>/dev/null; then
  rm -f "$came"
  exit 0
fi
mv "$came" "$run/script"
chmod 700 "$run/script"
cat /proc/sys/kernel/random/boot_id >"$run/boot"
: >"$run/output"
setsid sh -c 'cd "$2"; umask "$3"; "$1/script" >"$1/output" 2>&1 </dev/null; code=$?; rm -f "$1/script"; echo $code >"$1/exit.new"; mv "$1/exit.new" "$1/exit"' sh "$run" "$start" "$usual" >/dev/null 2>&1 </dev/null &
echo $! >"$run/pid.new"
mv "$run/pid.new" "$run/pid"`;

/** Reads the state before the output, so that anything written in between is read next time. */
const stateScript = `state() {
  if [ ! -d "$run" ]; then echo absent
  elif [ -f "$run/exit" ]; then echo "ended $(cat "$run/exit")"
  elif [ ! -f "$run/boot" ] || [ "$(cat "$run/boot")" != "$(cat /proc/sys/kernel/random/boot_id)" ]; then echo lost
  elif [ ! -f "$run/pid" ] || kill -0 "$(cat "$run/pid")" 2>/dev/null; then echo running
  elif [ -z "$1" ]; then sleep 1; state again
  else echo lost
  fi
}
state
tail -c "+$(($2 + 1))" "$run/output" 2>/dev/null | head -c ${chunkBytes} | base64`;

/**
 * `-s` before `--` is the only form in which Debian's shell accepts a process group. Processes that
 * the script started with sudo belong to root, so the signal is sent with sudo if it is denied
 * otherwise.
 */
const end = `pid=$(cat "$run/pid" 2>/dev/null) || exit 0
left() {
  for stat in /proc/[0-9]*/stat; do
    read -r line <"$stat" || continue
    set -- \${line##*) }
    if [ "$3" = "$pid" ] && [ "$1" != Z ]; then return 0; fi
  done 2>/dev/null
  return 1
}
tell() { kill -s "$1" -- "-$pid" 2>/dev/null || sudo -n kill -s "$1" -- "-$pid" >/dev/null 2>&1; }
left || exit 0
tell TERM
for _ in 1 2 3 4 5 6; do
  left || exit 0
  sleep 0.5
  kill -s 0 -- "-$pid" 2>/dev/null || tell TERM
done
tell KILL
for _ in 1 2 3 4; do
  left || exit 0
  sleep 0.5
  tell KILL
done
left || exit 0
echo 'some of its processes belong to another user and go on' >&2
exit 1`;

const cleanupScript = `rm -rf "$run" "$run".*
rmdir "$runs" "\${runs%/*}" 2>/dev/null
exit 0`;
