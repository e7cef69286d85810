import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../../../server/platform/clock.ts';
import type { GuestCommand, GuestResult } from '../../port.ts';
import type { QemuContext } from '../context.ts';
import { asEngineError, qemuError } from '../errors.ts';
import { readPower } from '../process/power.ts';
import type { ServerState } from '../state.ts';

/** The agent responds within milliseconds, or within seconds in an emulated guest under load. */
const answerTimeoutMs = 5000;
/** The longest part of stdout and of stderr that is returned. */
export const maxOutputBytes = 1024 * 1024;
const firstPollMs = 50;
const maxPollMs = 500;
/** Precedes the response to `guest-sync-delimited`. Earlier data on the line is discarded. */
const delimiter = 0xff;

interface ExecStatus {
  exited: boolean;
  exitcode?: number;
  signal?: number;
  'out-data'?: string;
  'err-data'?: string;
}

/**
 * Runs a program in the guest through its agent. The connection is used only briefly, so that
 * several can run at once.
 */
export async function guestExec(
  context: QemuContext,
  state: ServerState,
  command: GuestCommand,
): Promise<GuestResult> {
  const { power } = await readPower(context, state.id);
  if (power !== 'on')
    throw qemuError(
      'wrongState',
      `The server "${state.name}" is ${power}: only one that is on can run a command.`,
    );
  return runThroughAgent(state.name, context.paths.server(state.id).agentSocket, command);
}

/**
 * Runs a program through the agent behind `socket`. Throws `unavailable` when the agent doesn't
 * respond or lost the run because its guest restarted, `timeout` when the program took too long,
 * `failed` with the agent's message when it rejected the request.
 */
export async function runThroughAgent(
  server: string,
  socket: string,
  command: GuestCommand,
): Promise<GuestResult> {
  const agent = { server, socket };
  const deadline = monotonicMs() + command.timeoutMs;
  const pid = await callAgent<{ pid: number }>(agent, 'guest-exec', {
    path: command.path,
    arg: command.args,
    ...(command.input !== undefined && {
      'input-data': Buffer.from(command.input).toString('base64'),
    }),
    'capture-output': true,
  }).then(
    (answer) => answer.pid,
    (error: unknown) => {
      throw asEngineError(`Running ${command.path} in the server "${server}"`, error);
    },
  );
  for (let pauseMs = firstPollMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPollMs)) {
    const status = await callAgent<ExecStatus>(agent, 'guest-exec-status', { pid }).catch(
      (error: unknown) => {
        // An agent knows only the runs that it started. If it rejects the number, it was restarted
        // after the run.
        if (error instanceof AgentError)
          throw qemuError(
            'unavailable',
            `The server "${server}" started anew while ${command.path} ran.`,
            error,
          );
        throw error;
      },
    );
    if (status.exited) return resultOf(status);
    const remainingMs = deadline - monotonicMs();
    if (remainingMs <= 0) break;
    await delay(Math.min(pauseMs, remainingMs));
  }
  await callAgent(agent, 'guest-exec', { path: '/bin/kill', arg: ['-9', `${pid}`] }).catch(
    () => undefined,
  );
  throw qemuError(
    'timeout',
    `${command.path} did not end within ${command.timeoutMs} ms in the server "${server}"; it was ended.`,
  );
}

/** As in shells: 128 plus the number of the signal that ended the program. */
function resultOf(status: ExecStatus): GuestResult {
  return {
    exitCode: status.exitcode ?? 128 + (status.signal ?? 0),
    stdout: decodeBase64(status['out-data']),
    stderr: decodeBase64(status['err-data']),
  };
}

const decodeBase64 = (base64: string | undefined) =>
  Buffer.from(base64 ?? '', 'base64')
    .subarray(0, maxOutputBytes)
    .toString('utf8');

interface Agent {
  /** The server's name, for messages. */
  server: string;
  /** Path of the agent's socket. */
  socket: string;
}

/** The agent's own error. */
class AgentError extends Error {}

/**
 * Sends one request to the agent, on a separate connection. Throws `unavailable` when there is no
 * response, or an {@link AgentRefusal} when the agent rejects it.
 */
async function callAgent<T>(
  { server, socket }: Agent,
  execute: string,
  args: Record<string, unknown>,
): Promise<T> {
  const unavailableError = (cause: unknown) =>
    qemuError(
      'unavailable',
      `The guest agent of the server "${server}" does not answer: it is still starting, or the package qemu-guest-agent is not installed in it.`,
      cause,
    );
  const line = await AgentConnection.open(socket).catch((error: unknown) => {
    throw unavailableError(error);
  });
  try {
    await line.synchronise();
    return await line.ask<T>(execute, args);
  } catch (error) {
    throw error instanceof AgentError ? error : unavailableError(error);
  } finally {
    line.close();
  }
}

/** JSON lines over the virtio-serial channel. */
class AgentConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #onNews: () => void = () => undefined;
  #isEnded = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#onNews();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isEnded = true;
      this.#onNews();
    });
  }

  static open(path: string): Promise<AgentConnection> {
    return new Promise((opened, failed) => {
      const socket = connect(path);
      socket.once('connect', () => opened(new AgentConnection(socket)));
      socket.once('error', failed);
    });
  }

  /** Discards data of an earlier conversation on both ends. */
  async synchronise(): Promise<void> {
    const id = randomInt(1, 2 ** 31);
    this.#socket.write(
      Buffer.concat([
        Buffer.from([delimiter]),
        Buffer.from(`${request('guest-sync-delimited', { id })}\n`),
      ]),
    );
    for (;;) {
      const line = await this.#nextLine();
      const start = line.lastIndexOf(delimiter);
      if (start < 0) continue;
      if (
        (JSON.parse(line.subarray(start + 1).toString('utf8')) as { return?: unknown }).return ===
        id
      )
        return;
    }
  }

  async ask<T>(execute: string, args: Record<string, unknown>): Promise<T> {
    this.#socket.write(`${request(execute, args)}\n`);
    const answer = JSON.parse((await this.#nextLine()).toString('utf8')) as {
      return?: T;
      error?: { desc: string };
    };
    if (answer.error) throw new AgentError(answer.error.desc);
    return answer.return as T;
  }

  close(): void {
    this.#socket.destroy();
  }

  async #nextLine(): Promise<Buffer> {
    const deadline = monotonicMs() + answerTimeoutMs;
    for (;;) {
      const end = this.#received.indexOf(0x0a);
      if (end >= 0) {
        const line = this.#received.subarray(0, end);
        this.#received = this.#received.subarray(end + 1);
        return line;
      }
      if (this.#isEnded) throw new Error('the channel was closed');
      const remainingMs = deadline - monotonicMs();
      if (remainingMs <= 0) throw new Error(`no answer within ${answerTimeoutMs} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remainingMs);
        this.#onNews = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

const request = (execute: string, args: Record<string, unknown>) =>
  JSON.stringify({ execute, arguments: args });
