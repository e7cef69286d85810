import { expect } from 'vitest';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';

/** A finished task, as shown to the user. */
export interface EndedTask {
  exitCode: number;
  failure: { step: string; reason: string; nextStep: string } | null;
  log: { entry: string }[];
}

/** The finished task that the call started. Throws when the call was rejected. */
export async function endOfTask(
  client: TestClient,
  answer: Answer<{ cmdId?: number }>,
  timeoutMs = 60_000,
): Promise<EndedTask> {
  expect(answer.body.cmdId, answer.text).toBeDefined();
  const read = async () =>
    (
      await client.get<EndedTask & { exitCode: number | null }>(
        `/queue/command/${answer.body.cmdId}`,
      )
    ).body;
  await expect
    .poll(async () => (await read()).exitCode ?? null, { timeout: timeoutMs, interval: 50 })
    .not.toBeNull();
  return await read();
}
