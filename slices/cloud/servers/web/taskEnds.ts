import { call } from '../../../../web/client.ts';

const lookEveryMs = 400;
const patienceMs = 120_000;

/** Resolves when the task has finished, with any result, or after two minutes at the latest. */
export async function taskEnds(cmdId: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookEveryMs) {
    const { exitCode } = await call('getQueueCommand', { params: { id: String(cmdId) } });
    if (exitCode !== null) return;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
