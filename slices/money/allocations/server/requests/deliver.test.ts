import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { errorSummary, useAllocationHarness } from '../testing/allocationHarness.ts';
import type { IssuedDocument } from '../testing/taxAuthorityHarness.ts';

const desk = useAllocationHarness();
const { look, path, read, issued } = desk;

interface Delivery {
  id: number;
  type: string;
  state: string;
  attempts: number;
  destination: string;
  nextTryAt: string | null;
  reason: string;
  payload: { title: string; value: string }[];
}
async function deliveryOf(document: IssuedDocument): Promise<Delivery> {
  const { rows } = await sql<{
    id: number;
  }>`select id from outbound_job where type = 'allocations.document' and key = ${document.id}`.execute(
    desk.db(),
  );
  return (await desk.app.root.get<Delivery>(`/deliveries/${rows[0]?.id}`)).body;
}
const postTo = (path: string) => desk.office.shop.clerk.post(path);

it('a request is a delivery that operators can see, without secrets', async () => {
  const { paper } = await issued();
  await look();
  const delivery = await deliveryOf(paper);
  expect(delivery).toMatchObject({
    state: 'sent',
    attempts: 1,
    destination: new URL(desk.authority.origin).host,
    payload: [{ title: 'Company' }, { title: 'Document', value: expect.stringMatching(/\d/) }],
  });
  expect(JSON.stringify(delivery)).not.toMatch(/secret|token/i);
});

it('the authority isn’t asked again before the time it specified', async () => {
  desk.authority.rude(/Approval$/, 'slowDown');
  const { paper } = await issued();
  await look();
  const nextAt = Date.parse((await read(paper)).nextAt ?? '');
  expect(nextAt).toBeGreaterThan(Date.now() + 7_100_000);
  expect(Date.parse((await deliveryOf(paper)).nextTryAt ?? '')).toBe(nextAt);
});

it('a request that failed for good keeps the document on hold, and can be sent again', async () => {
  desk.authority.rude(/Approval$/, 'failsBefore');
  const { paper } = await issued();
  await look();
  const { id } = await deliveryOf(paper);
  expect((await desk.app.root.post(`/deliveries/${id}/give-up`)).status).toBe(200);
  expect(await read(paper)).toMatchObject({ state: 'waiting', nextAt: null, canTryAgain: true });
  await look();
  expect((await read(paper)).state).toBe('waiting');
  expect((await postTo(`${path(paper)}/try`)).body).toMatchObject({ state: 'approved' });
  expect(await deliveryOf(paper)).toMatchObject({ state: 'sent', reason: '' });
  expect(errorSummary(await postTo(`${path(paper)}/try`))).toEqual([409, 2937, undefined]);
});

it('a failing authority isn’t called for the company’s other documents', async () => {
  const first = await issued();
  const second = await issued();
  const third = await issued();
  const fourth = await issued();
  const documents = [first, second, third, fourth].map(({ paper }) => paper);
  for (let time = 0; time < 10; time++) desk.authority.rude(/Approval$/, 'failsBefore');
  await desk.due();
  await desk.round();
  const requests = desk.authority.timesAsked(/Approval$/);
  expect(requests).toBeLessThanOrEqual(2);
  const states = await Promise.all(documents.map(async (document) => (await read(document)).state));
  expect(new Set(states)).toEqual(new Set(['waiting']));
});
