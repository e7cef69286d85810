import type { ComputeEngine } from '../../../../drivers/compute/port.ts';
import { type GuestScripts, scriptsOfRoot } from './scripts.ts';

/** Time limit for each query to the guest, in ms. Queries only read and write small files. */
export const guestQueryMs = 60_000;

/**
 * `running`: its processes exist. `ended`: it ended with `exitCode`. `lost`: its processes stopped
 * without recording an exit code, as when the guest restarts. `absent`: it never started.
 */
export interface RunStatus {
  state: 'running' | 'ended' | 'lost' | 'absent';
  exitCode: number | null;
  /** The output from the requested offset. */
  output: Buffer;
}

/**
 * A script inside a guest that continues running even if the portal stops. Every method can be
 * repeated.
 */
export interface GuestSession {
  /** Starts the run unless it has already started. */
  begin(script: string): Promise<void>;
  look(fromByte: number): Promise<RunStatus>;
  /** Stops all processes of the run. */
  end(): Promise<void>;
  /** Removes the files of the run. */
  clean(): Promise<void>;
  /** Disconnects from the guest. The run continues. */
  close(): void;
}

/**
 * Runs a /bin/sh script with arguments in the guest and returns its output. Throws `GuestSessionError` on
 * failure.
 */
export type RunScript = (
  script: string,
  args: readonly string[],
  input?: string,
) => Promise<string>;

/** Creates a run in a guest that can be queried. */
export function guestSession(
  runScript: RunScript,
  scripts: GuestScripts,
  runId: string,
): Omit<GuestSession, 'close'> {
  return {
    begin: async (script) => {
      const fullScript = script.startsWith('#!') ? script : `#!/bin/sh\n${script}`;
      await runScript(scripts.begin, [runId, `${Buffer.byteLength(fullScript)}`], fullScript);
    },
    look: async (fromByte) => parseRunState(await runScript(scripts.look, [runId, `${fromByte}`])),
    end: async () => {
      await runScript(scripts.end, [runId]);
    },
    clean: async () => {
      await runScript(scripts.clean, [runId]);
    },
  };
}

/** Uses the guest agent. */
export function agentSession(engine: ComputeEngine, serverId: string, runId: string): GuestSession {
  const runScript: RunScript = async (script, args, input) => {
    const answer = await engine.guestExec(serverId, {
      path: '/bin/sh',
      args: ['-c', script, 'sh', ...args],
      timeoutMs: guestQueryMs,
      ...(input !== undefined && { input }),
    });
    if (answer.exitCode !== 0)
      throw new GuestSessionError(
        answer.stderr.trim().slice(0, 300) || `exit code ${answer.exitCode}`,
      );
    return answer.stdout;
  };
  return { ...guestSession(runScript, scriptsOfRoot(), runId), close: () => undefined };
}

/**
 * The guest responded but couldn't run the script: its disk is full, or it lacks a program that
 * every Linux has.
 */
export class GuestSessionError extends Error {
  override readonly name = 'InsideError';
}

function parseRunState(output: string): RunStatus {
  const [statusLine = '', ...lines] = output.split('\n');
  const [, state, code] = /^(running|ended|lost|absent)(?: (\d+))?$/.exec(statusLine) ?? [];
  if (state === undefined)
    throw new GuestSessionError(`it answered ${JSON.stringify(statusLine.slice(0, 80))}`);
  return {
    state: state as RunStatus['state'],
    exitCode: code === undefined ? null : Number(code),
    output: Buffer.from(lines.join(''), 'base64'),
  };
}

/** Uses the simulated engine, which receives the whole script but runs nothing. */
export function simulatedSession(
  engine: ComputeEngine,
  serverId: string,
  timeoutMs: number,
): GuestSession {
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
