import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type ComputeEngine, EngineError, type GuestCommand, type GuestResult } from '../port.ts';
import { type Bench, expectUserError } from './harness.ts';

const agentTimeoutMs = 90_000;

/** Runs a command as soon as the guest agent responds. */
export async function execWhenReady(
  engine: ComputeEngine,
  id: string,
  command: GuestCommand,
): Promise<GuestResult> {
  const deadline = performance.now() + agentTimeoutMs;
  for (;;) {
    try {
      return await engine.guestExec(id, command);
    } catch (error) {
      const isStarting = error instanceof EngineError && error.kind === 'unavailable';
      if (!isStarting || performance.now() > deadline) throw error;
      await delay(250);
    }
  }
}

/** Rules of `guestExec`, for every engine. */
export function guestExecConformance(bench: () => Bench): void {
  const echo = { path: '/bin/echo', args: ['hello', 'two words'], timeoutMs: 10_000 };

  it('runs a program in the guest and returns its output and exit code', async () => {
    const { engine, running } = bench();
    const { id } = await running();
    expect(await execWhenReady(engine, id, echo)).toEqual({
      exitCode: 0,
      stdout: 'hello two words\n',
      stderr: '',
    });
    const failing = await engine.guestExec(id, {
      path: '/bin/sh',
      args: ['-c', 'echo before\nexit 3'],
      timeoutMs: 10_000,
    });
    expect(failing).toEqual({ exitCode: 3, stdout: 'before\n', stderr: '' });
    const input = 'first line\nשלום\n';
    expect(
      (await engine.guestExec(id, { path: '/bin/cat', args: [], input, timeoutMs: 10_000 })).stdout,
    ).toBe(input);
    await engine.destroy(id);
  });

  it('ends a program that takes too long, and runs two programs at once', async () => {
    const { engine, running } = bench();
    const { id } = await running();
    await execWhenReady(engine, id, echo);
    const [refused, answered] = await Promise.all([
      expectUserError(
        engine.guestExec(id, { path: '/bin/sleep', args: ['30'], timeoutMs: 700 }),
        'timeout',
      ),
      engine.guestExec(id, echo),
    ]);
    expect(refused.message).toContain('/bin/sleep');
    expect(answered.exitCode).toBe(0);
    await engine.destroy(id);
  });

  it('rejects running a program in a server that is off, suspended or unknown', async () => {
    const { engine, made, running, newId } = bench();
    const off = await made();
    await expectUserError(engine.guestExec(off.id, echo), 'wrongState');
    const suspended = await running();
    await engine.suspend(suspended.id);
    await expectUserError(engine.guestExec(suspended.id, echo), 'wrongState');
    await expectUserError(engine.guestExec(newId(), echo), 'notFound');
    await expectUserError((async () => engine.guestExec('../outside', echo))(), 'refused');
    for (const { id } of [off, suspended]) await engine.destroy(id);
  });
}
