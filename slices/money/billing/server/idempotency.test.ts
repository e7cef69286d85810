import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { runJobsOnce } from '../../../../server/testing/jobs.ts';
import { createTestCompany } from '../../ledger/server/testing/testCompany.ts';
import { payerProfile } from '../../payments/server/testing/paymentHarness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await createTestCompany(app);
});
afterAll(() => app.close());

interface Deposit {
  id: string;
}
const payer = async (): Promise<TestClient> => {
  const client = await app.signInAs('user');
  await client.put('/billing', payerProfile);
  return client;
};
const requestDeposit = (client: TestClient, key: string, amount = '10') =>
  client.call<Deposit>(
    'POST',
    '/billing/deposits',
    { amount, currency: 'USD' },
    { 'idempotency-key': key },
  );
const listDeposits = async (client: TestClient) =>
  (await client.get<{ deposits: Deposit[] }>('/billing')).body.deposits;

describe('a call with an idempotency key', () => {
  it('has one effect and one response even with a hundred parallel calls, and keys of other callers are separate', async () => {
    const [one, other] = [await payer(), await payer()];
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => requestDeposit(one, key)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await listDeposits(one)).toHaveLength(1);
    expect((await requestDeposit(other, key)).body.id).not.toBe(answers[0]?.body.id);
    expect(await listDeposits(other)).toHaveLength(1);
  });

  it('is rejected with a different body, and has no effect', async () => {
    const client = await payer();
    const key = randomUUID();
    const first = await requestDeposit(client, key);
    const second = await requestDeposit(client, key, '11');
    expect([second.status, second.body.code]).toEqual([409, [1007]]);
    expect((await requestDeposit(client, key)).body).toEqual(first.body);
    expect(await listDeposits(client)).toHaveLength(1);
  });

  it('leaves its key free if it was rejected', async () => {
    const client = await payer();
    const key = randomUUID();
    expect((await requestDeposit(client, key, '0.001')).status).toBe(422);
    expect((await requestDeposit(client, key)).status).toBe(200);
  });

  it('stores its response encrypted, so that a secret shown once isn’t in any table', async () => {
    const client = await app.signInAs('user');
    const key = randomUUID();
    const make = () =>
      client.call<{ secret: string }>(
        'POST',
        '/apikeys',
        { name: 'once', type: 'external' },
        { 'idempotency-key': key },
      );
    const { secret } = (await make()).body;
    expect((await make()).body.secret).toBe(secret);
    const { rows } = await sql<{
      row: string;
      sealed: Buffer;
    }>`select idempotency::text as row, sealed from idempotency where key = ${key}`.execute(
      app.portal.services.database.db,
    );
    expect(rows[0]?.row).not.toContain(secret);
    expect(rows[0]?.sealed.toString('latin1')).not.toContain(secret);
  });

  it('keeps its response for seven days', async () => {
    const client = await payer();
    const key = randomUUID();
    const { body } = await requestDeposit(client, key);
    const age = async (interval: string) => {
      await sql`update idempotency set created_at = now() - ${interval}::interval where key = ${key}`.execute(
        app.portal.services.database.db,
      );
      await runJobsOnce(app.portal, 'idempotency.forget');
      await expect.poll(hasPurgeRun, { timeout: 15_000 }).toHaveLength(1);
    };
    const hasPurgeRun = async () =>
      (
        await sql`select from chore where name = 'idempotency.forget' and due_at > now()`.execute(
          app.portal.services.database.db,
        )
      ).rows;
    await age('6 days 23 hours');
    expect((await requestDeposit(client, key)).body).toEqual(body);
    await age('8 days');
    await expect
      .poll(
        async () =>
          (
            await sql`select from idempotency where key = ${key}`.execute(
              app.portal.services.database.db,
            )
          ).rows,
      )
      .toHaveLength(0);
    expect((await requestDeposit(client, key)).body.id).not.toBe(body.id);
  });
});
