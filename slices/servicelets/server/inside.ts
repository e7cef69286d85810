import type { ComputeEngine } from '../../../drivers/compute/port.ts';

/** Where a run is kept inside the guest while it lasts: its script, its output, and what it ended with. */
const folder = '/var/lib/cloudberth/runs';

/** What each question to the guest may take: they only read and write small files. ms */
const questionMs = 60_000;
const chunkBytes = 48 * 1024;

/**
 * `running`: its processes are there. `ended`: with `exitCode`. `lost`: they went without an end being written, as by a restart of
 * the guest. `absent`: it never began.
 */
export interface Sight {
  state: 'running' | 'ended' | 'lost' | 'absent';
  exitCode: number | null;
  /** What it printed, from the offset asked for. */
  output: Buffer;
}

/** A script inside a guest that goes on by itself, whatever becomes of the portal meanwhile. Every verb may be repeated. */
export interface Inside {
  /** Begins the run unless it has begun already. */
  begin(script: string): Promise<void>;
  look(fromByte: number): Promise<Sight>;
  /** Ends all its processes. */
  end(): Promise<void>;
  /** Takes away what is left of it. */
  clean(): Promise<void>;
}

/** A folder of the run's own is its lock: who makes it starts the script, in a session of its own, so that all of it can be ended. */
const beginScript = `set -e
umask 077
run=${folder}/$1
mkdir -p ${folder}
mkdir "$run" 2>/dev/null || exit 0
cat >"$run/script"
chmod 700 "$run/script"
cat /proc/sys/kernel/random/boot_id >"$run/boot"
: >"$run/output"
setsid sh -c 'cd /; "$1/script" >"$1/output" 2>&1 </dev/null; code=$?; rm -f "$1/script"; echo $code >"$1/exit.new"; mv "$1/exit.new" "$1/exit"' sh "$run" >/dev/null 2>&1 </dev/null &
echo $! >"$run/pid.new"
mv "$run/pid.new" "$run/pid"`;

/** The state is read before the output: what is written between the two is read next time. */
const lookScript = `run=${folder}/$1
state() {
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

const endScript = `pid=$(cat "${folder}/$1/pid" 2>/dev/null) || exit 0
kill -TERM -- "-$pid" 2>/dev/null || exit 0
for _ in 1 2 3 4 5 6; do kill -0 -- "-$pid" 2>/dev/null || exit 0; sleep 0.5; done
kill -KILL -- "-$pid" 2>/dev/null
exit 0`;

const cleanScript = `rm -rf "${folder}/$1"`;

/** By the guest's agent. */
export function insideByAgent(engine: ComputeEngine, serverId: string, runId: string): Inside {
  const ask = async (script: string, args: readonly string[], input?: string) => {
    const answer = await engine.guestExec(serverId, {
      path: '/bin/sh',
      args: ['-c', script, 'sh', ...args],
      timeoutMs: questionMs,
      ...(input !== undefined && { input }),
    });
    if (answer.exitCode !== 0) throw new InsideError(answer.stderr.trim().slice(0, 300) || `exit code ${answer.exitCode}`);
    return answer.stdout;
  };
  return {
    begin: async (script) => {
      await ask(beginScript, [runId], script.startsWith('#!') ? script : `#!/bin/sh\n${script}`);
    },
    look: async (fromByte) => readSight(await ask(lookScript, [runId, `${fromByte}`])),
    end: async () => {
      await ask(endScript, [runId]);
    },
    clean: async () => {
      await ask(cleanScript, [runId]);
    },
  };
}

/** The guest was reached, and could not do what was asked: its disk is full, or it lacks a program every Linux has. */
export class InsideError extends Error {
  override readonly name = 'InsideError';
}

function readSight(said: string): Sight {
  const [head = '', ...lines] = said.split('\n');
  const [, state, code] = /^(running|ended|lost|absent)(?: (\d+))?$/.exec(head) ?? [];
  if (state === undefined) throw new InsideError(`it answered ${JSON.stringify(head.slice(0, 80))}`);
  return {
    state: state as Sight['state'],
    exitCode: code === undefined ? null : Number(code),
    output: Buffer.from(lines.join(''), 'base64'),
  };
}

/** For the simulated engine: the script is told to it whole, and nothing real runs. */
export function insideSimulated(engine: ComputeEngine, serverId: string, timeoutMs: number): Inside {
  let run: { isOver: boolean; exitCode: number | null; output: Buffer } | null = null;
  return {
    begin: async (script) => {
      if (run) return;
      const started = { isOver: false, exitCode: null as number | null, output: Buffer.alloc(0) };
      run = started;
      void engine.guestExec(serverId, { path: '/bin/sh', args: ['-s'], input: script, timeoutMs }).then(
        ({ exitCode, stdout }) => Object.assign(started, { isOver: true, exitCode, output: Buffer.from(stdout) }),
        () => undefined,
      );
    },
    look: async (fromByte) => {
      if (!run) return { state: 'absent', exitCode: null, output: Buffer.alloc(0) };
      return { state: run.isOver ? 'ended' : 'running', exitCode: run.exitCode, output: run.output.subarray(fromByte) };
    },
    end: async () => undefined,
    clean: async () => undefined,
  };
}
