import { call } from '../../../../web/client.ts';

const pollMs = 400;
const timeoutMs = 120_000;

/** Resolves when the task has finished, with any result, or after two minutes at the latest. */
export async function waitForTask(cmdId: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollMs) {
    const { exitCode } = await call('getQueueCommand', { params: { id: String(cmdId) } });
    if (exitCode !== null) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
