import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { keyClient, makeKey } from '../../testing/keyClient.ts';

const concurrentReads = 500;
/** Number of concurrent reads per account. */
const readsPerAccount = 4;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/**
 * How many of the `concurrentReads` reads of one account are still pending when a read of another account
 * completes.
 */
async function unansweredDuring(
  one: { get(path: string): Promise<{ status: number }> },
  other: TestClient,
): Promise<number> {
  let answeredCount = 0;
  const reads = Array.from({ length: concurrentReads }, async () => {
    const { status } = await one.get('/servers');
    answeredCount += 1;
    return status;
  });
  await expect.poll(() => answeredCount, { interval: 1 }).toBeGreaterThan(0);
  expect((await other.get('/servers')).status).toBe(200);
  const unanswered = concurrentReads - answeredCount;
  expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
  return unanswered;
}

it('five hundred reads of one account in parallel don’t delay a read of another', async () => {
  const [one, other] = [await app.signInAs('user'), await app.signInAs('user')];
  await other.get('/servers');
  expect(await unansweredDuring(one, other)).toBeGreaterThan(concurrentReads / 2);
});

it('five hundred reads of an access key don’t delay a read of another account', async () => {
  const owner = await app.signInAs('user');
  const key = await makeKey(owner, { scopes: ['servers.view'] });
  const other = await app.signInAs('user');
  await other.get('/servers');
  const one = keyClient(app.address, key);
  expect(await unansweredDuring({ get: (path) => one.call('GET', path) }, other)).toBeGreaterThan(
    concurrentReads / 2,
  );
});

it('an account with too many waiting reads gets an error with the seconds until a retry', async () => {
  const one = await app.signInAs('user');
  const rejected: Awaited<ReturnType<TestClient['get']>>[] = [];
  const reads = await app.administration.db.transaction().execute(async (trx) => {
    // No read can complete meanwhile, however fast the machine is.
    await sql`lock table server in access exclusive mode`.execute(trx);
    const startedReads = Array.from({ length: 700 }, async () => {
      const answer = await one.get('/servers');
      if (answer.status === 429) rejected.push(answer);
      return answer.status;
    });
    await expect
      .poll(() => rejected.length, { timeout: 30_000 })
      .toBe(700 - concurrentReads - readsPerAccount);
    return startedReads;
  });
  expect((await Promise.all(reads)).filter((status) => status === 200)).toHaveLength(
    concurrentReads + readsPerAccount,
  );
  expect(rejected[0]?.body.code).toEqual([1008]);
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await one.get('/servers')).status).toBe(200);
});
