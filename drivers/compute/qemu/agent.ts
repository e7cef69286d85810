import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../../server/platform/clock.ts';
import type { GuestCommand, GuestResult } from '../port.ts';
import type { QemuContext } from './context.ts';
import { asEngineError, qemuError } from './errors.ts';
import type { ServerPaths } from './paths.ts';
import { readPower } from './power.ts';
import type { ServerState } from './state.ts';

/** The agent answers within milliseconds; an emulated guest under load within seconds. */
const answerTimeoutMs = 5000;
/** What of stdout and of stderr is handed on. */
export const longestOutputBytes = 1024 * 1024;
const firstPollMs = 50;
const longestPollMs = 500;
/** Precedes the answer to `guest-sync-delimited`; what stood in the line before it belongs to nobody. */
const delimiter = 0xff;

interface ExecStatus {
  exited: boolean;
  exitcode?: number;
  signal?: number;
  'out-data'?: string;
  'err-data'?: string;
}

/** Runs a program in the guest through its agent. The line to the agent is taken for moments only, so that several can run at once. */
export async function guestExec(context: QemuContext, state: ServerState, command: GuestCommand): Promise<GuestResult> {
  const { power } = await readPower(context, state.id);
  if (power !== 'on') throw qemuError('wrongState', `The server "${state.name}" is ${power}: only one that is on can run a command.`);
  const deadline = monotonicMs() + command.timeoutMs;
  const paths = context.paths.server(state.id);
  const pid = await ask<{ pid: number }>(state, paths, 'guest-exec', {
    path: command.path,
    arg: command.args,
    ...(command.input !== undefined && { 'input-data': Buffer.from(command.input).toString('base64') }),
    'capture-output': true,
  }).then((answer) => answer.pid);
  for (let pauseMs = firstPollMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPollMs)) {
    const status = await ask<ExecStatus>(state, paths, 'guest-exec-status', { pid });
    if (status.exited) return resultOf(status);
    const leftMs = deadline - monotonicMs();
    if (leftMs <= 0) break;
    await delay(Math.min(pauseMs, leftMs));
  }
  await ask(state, paths, 'guest-exec', { path: '/bin/kill', arg: ['-9', `${pid}`] }).catch(() => undefined);
  throw qemuError('timeout', `${command.path} did not end within ${command.timeoutMs} ms in the server "${state.name}"; it was ended.`);
}

/** As shells say it: 128 and the number of the signal that ended the program. */
function resultOf(status: ExecStatus): GuestResult {
  return {
    exitCode: status.exitcode ?? 128 + (status.signal ?? 0),
    stdout: decoded(status['out-data']),
    stderr: decoded(status['err-data']),
  };
}

const decoded = (base64: string | undefined) =>
  Buffer.from(base64 ?? '', 'base64')
    .subarray(0, longestOutputBytes)
    .toString('utf8');

/** One question to the agent, on a connection of its own. Throws `unavailable` when nothing answers. */
async function ask<T>(state: ServerState, paths: ServerPaths, execute: string, args: Record<string, unknown>): Promise<T> {
  const line = await AgentLine.open(paths.agentSocket).catch((error: unknown) => {
    throw noAgent(state, error);
  });
  try {
    await line.synchronise().catch((error: unknown) => {
      throw noAgent(state, error);
    });
    return await line.ask<T>(execute, args);
  } catch (error) {
    throw asEngineError(`Asking the guest agent of "${state.name}"`, error);
  } finally {
    line.close();
  }
}

const noAgent = (state: ServerState, cause: unknown) =>
  qemuError(
    'unavailable',
    `The guest agent of the server "${state.name}" does not answer: it is still starting, or the package qemu-guest-agent is not installed in it.`,
    cause,
  );

/** JSON lines over the virtio-serial channel. */
class AgentLine {
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

  static open(path: string): Promise<AgentLine> {
    return new Promise((opened, failed) => {
      const socket = connect(path);
      socket.once('connect', () => opened(new AgentLine(socket)));
      socket.once('error', failed);
    });
  }

  /** Drops what an earlier conversation left, on both ends. */
  async synchronise(): Promise<void> {
    const id = randomInt(1, 2 ** 31);
    this.#socket.write(Buffer.concat([Buffer.from([delimiter]), Buffer.from(`${request('guest-sync-delimited', { id })}\n`)]));
    for (;;) {
      const line = await this.#nextLine();
      const start = line.lastIndexOf(delimiter);
      if (start < 0) continue;
      if ((JSON.parse(line.subarray(start + 1).toString('utf8')) as { return?: unknown }).return === id) return;
    }
  }

  async ask<T>(execute: string, args: Record<string, unknown>): Promise<T> {
    this.#socket.write(`${request(execute, args)}\n`);
    const answer = JSON.parse((await this.#nextLine()).toString('utf8')) as { return?: T; error?: { desc: string } };
    if (answer.error) throw new Error(answer.error.desc);
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
      const leftMs = deadline - monotonicMs();
      if (leftMs <= 0) throw new Error(`no answer within ${answerTimeoutMs} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#onNews = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

const request = (execute: string, args: Record<string, unknown>) => JSON.stringify({ execute, arguments: args });
