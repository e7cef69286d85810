import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runThroughAgent } from './agent.ts';

interface AgentCommand {
  execute: string;
  arguments: Record<string, unknown>;
}
type Answer = { return: unknown } | { error: { desc: string } };
const disconnect = Symbol('hangs up');

/**
 * A fake guest agent that returns the synchronization number and responds to all other requests
 * with `answer`.
 */
class FakeAgent {
  readonly questions: AgentCommand[] = [];
  answer: (command: AgentCommand) => Answer | typeof disconnect = () => ({ return: {} });
  #server: Server | undefined;

  listen(path: string): Promise<void> {
    this.#server = createServer((socket) => {
      let received = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        const lines = (received + chunk.toString('latin1').replaceAll('\xff', '')).split('\n');
        received = lines.pop() ?? '';
        for (const command of lines.map((line) => JSON.parse(line) as AgentCommand)) {
          const isSync = command.execute === 'guest-sync-delimited';
          if (!isSync) this.questions.push(command);
          const reply = isSync ? { return: command.arguments.id } : this.answer(command);
          if (reply === disconnect) socket.destroy();
          else
            socket.write(
              Buffer.concat([
                Buffer.from(isSync ? [0xff] : []),
                Buffer.from(`${JSON.stringify(reply)}\n`),
              ]),
            );
        }
      });
    });
    return new Promise((resolve) => this.#server?.listen(path, resolve));
  }

  close(): Promise<void> {
    return new Promise((resolve) =>
      this.#server ? this.#server.close(() => resolve()) : resolve(),
    );
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const command = { path: '/bin/sh', args: ['-c', 'echo so'], timeoutMs: 5000 };

describe('a program run in a guest', () => {
  let folder: string;
  let socket: string;
  let agent: FakeAgent;
  const run = () => runThroughAgent('web-1', socket, command);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloudberth-agent-'));
    socket = join(folder, 'agent.sock');
    agent = new FakeAgent();
    await agent.listen(socket);
  });

  afterEach(async () => {
    await agent.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is polled until it exits, and its output is returned', async () => {
    let pollCount = 0;
    agent.answer = ({ execute }) => {
      if (execute === 'guest-exec') return { return: { pid: 7 } };
      pollCount += 1;
      return {
        return:
          pollCount < 3
            ? { exited: false }
            : { exited: true, exitcode: 4, 'out-data': base64('so\n'), 'err-data': base64('no') },
      };
    };
    expect(await run()).toEqual({ exitCode: 4, stdout: 'so\n', stderr: 'no' });
    expect(agent.questions.map(({ execute }) => execute)).toEqual([
      'guest-exec',
      ...Array(3).fill('guest-exec-status'),
    ]);
  });

  it('is reported as unavailable, to be retried, when its guest restarts between two polls', async () => {
    agent.answer = ({ execute }) =>
      execute === 'guest-exec'
        ? { return: { pid: 7 } }
        : { error: { desc: "Invalid parameter 'pid'" } };
    await expect(run()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('started anew'),
    });
  });

  it.each(['guest-exec', 'guest-exec-status'])(
    'is reported as unavailable when the guest disappears in the middle of %s',
    async (command) => {
      agent.answer = ({ execute }) => (execute === command ? disconnect : { return: { pid: 7 } });
      await expect(run()).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('"web-1" does not answer'),
      });
    },
  );

  it('is reported as unavailable without an agent', async () => {
    await agent.close();
    await expect(run()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('returns the agent’s message when it can’t be started', async () => {
    agent.answer = () => ({
      error: { desc: 'Failed to execute child process "/bin/sh" (No such file or directory)' },
    });
    await expect(run()).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('No such file or directory'),
    });
  });
});
