import type { ComputeEngine } from '../../../../drivers/compute/port.ts';
import { type GuestScripts, scriptsOfRoot } from './scripts.ts';

/** Time limit for each query to the guest, in ms. Queries only read and write small files. */
export const questionMs = 60_000;

/**
 * `running`: its processes exist. `ended`: it ended with `exitCode`. `lost`: its processes stopped
 * without recording an exit code, as when the guest restarts. `absent`: it never started.
 */
export interface Sight {
  state: 'running' | 'ended' | 'lost' | 'absent';
  exitCode: number | null;
  /** The output from the requested offset. */
  output: Buffer;
}

/**
 * A script inside a guest that continues running even if the portal stops. Every method can be
 * repeated.
 */
export interface Inside {
  /** Starts the run unless it has already started. */
  begin(script: string): Promise<void>;
  look(fromByte: number): Promise<Sight>;
  /** Stops all processes of the run. */
  end(): Promise<void>;
  /** Removes the files of the run. */
  clean(): Promise<void>;
  /** Disconnects from the guest. The run continues. */
  close(): void;
}

/**
 * Runs a /bin/sh script with arguments in the guest and returns its output. Throws `InsideError` on
 * failure.
 */
export type RunScript = (
  script: string,
  args: readonly string[],
  input?: string,
) => Promise<string>;

/** Creates a run in a guest that can be queried. */
export function insideBy(
  runScript: RunScript,
  scripts: GuestScripts,
  runId: string,
): Omit<Inside, 'close'> {
  return {
    begin: async (script) => {
      const fullScript = script.startsWith('#!') ? script : `#!/bin/sh\n${script}`;
      await runScript(scripts.begin, [runId, `${Buffer.byteLength(fullScript)}`], fullScript);
    },
    look: async (fromByte) => readSight(await runScript(scripts.look, [runId, `${fromByte}`])),
    end: async () => {
      await runScript(scripts.end, [runId]);
    },
    clean: async () => {
      await runScript(scripts.clean, [runId]);
    },
  };
}

/** Uses the guest agent. */
export function insideByAgent(engine: ComputeEngine, serverId: string, runId: string): Inside {
  const runScript: RunScript = async (script, args, input) => {
    const answer = await engine.guestExec(serverId, {
      path: '/bin/sh',
      args: ['-c', script, 'sh', ...args],
      timeoutMs: questionMs,
      ...(input !== undefined && { input }),
    });
    if (answer.exitCode !== 0)
      throw new InsideError(answer.stderr.trim().slice(0, 300) || `exit code ${answer.exitCode}`);
    return answer.stdout;
  };
  return { ...insideBy(runScript, scriptsOfRoot(), runId), close: () => undefined };
}

/**
 * The guest responded but couldn't run the script: its disk is full, or it lacks a program that
 * every Linux has.
 */
export class InsideError extends Error {
  override readonly name = 'InsideError';
}

function readSight(said: string): Sight {
  const [head = '', ...lines] = said.split('\n');
  const [, state, code] = /^(running|ended|lost|absent)(?: (\d+))?$/.exec(head) ?? [];
  if (state === undefined)
    throw new InsideError(`it answered ${JSON.stringify(head.slice(0, 80))}`);
  return {
    state: state as Sight['state'],
    exitCode: code === undefined ? null : Number(code),
    output: Buffer.from(lines.join(''), 'base64'),
  };
}

/** Uses the simulated engine, which receives the whole script but runs nothing. */
export function insideSimulated(
  engine: ComputeEngine,
  serverId: string,
  timeoutMs: number,
): Inside {
  let run: { isOver: boolean; exitCode: number | null; output: Buffer } | null = null;
  return {
    begin: async (script) => {
      if (run) return;
      const started = { isOver: false, exitCode: null as number | null, output: Buffer.alloc(0) };
      run = started;
      void engine
        .guestExec(serverId, { path: '/bin/sh', args: ['-s'], input: script, timeoutMs })
        .then(
          ({ exitCode, stdout }) =>
            Object.assign(started, { isOver: true, exitCode, output: Buffer.from(stdout) }),
          () => undefined,
        );
    },
    look: async (fromByte) => {
      if (!run) return { state: 'absent', exitCode: null, output: Buffer.alloc(0) };
      return {
        state: run.isOver ? 'ended' : 'running',
        exitCode: run.exitCode,
        output: run.output.subarray(fromByte),
      };
    },
    end: async () => undefined,
    clean: async () => undefined,
    close: () => undefined,
  };
}
