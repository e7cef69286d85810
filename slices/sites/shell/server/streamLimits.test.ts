import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
const open = new Set<AbortController>();
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  closeAll();
  await app.close();
});
beforeEach(async () => {
  closeAll();
  await expect.poll(() => streamCount()).toBe(0);
});

function closeAll(): void {
  for (const stream of open) stream.abort();
  open.clear();
}

const streamCount = async (): Promise<number> =>
  Number(/cloudberth_live_connections (\d+)/.exec((await app.root.get('/metrics')).text)?.[1]);

/** Opens a stream that stays open. Returns the response once its headers have arrived. */
async function openStream(client: TestClient): Promise<Response> {
  const stream = new AbortController();
  const response = await fetch(`${app.address}/svc/events`, {
    headers: { cookie: client.cookie },
    signal: stream.signal,
  });
  if (response.status === 200) open.add(stream);
  return response;
}

const codeOf = async (response: Response) => ((await response.json()) as { code: number[] }).code;

it('a user has at most twenty live streams, opened one by one or in parallel, and can open another after closing one', async () => {
  const [user, other] = [await app.signInAs('user'), await app.signInAs('user')];
  const answers = await Promise.all(Array.from({ length: 25 }, () => openStream(user)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const rejected = answers.filter(({ status }) => status === 429);
  expect(rejected).toHaveLength(5);
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await codeOf(rejected[0] as Response)).toEqual([1020]);
  expect((await openStream(other)).status).toBe(200);
  const [first] = open;
  first?.abort();
  if (first) open.delete(first);
  await expect.poll(async () => (await openStream(user)).status).toBe(200);
});

it('a site is limited to its setting, across all users', async () => {
  expect((await app.root.put('/settings/live.streamsPerSite', { value: 3 })).status).toBe(200);
  try {
    const clients = await Promise.all([0, 1, 2, 3].map(() => app.signInAs('user')));
    const answers = await Promise.all(clients.map(openStream));
    const rejected = answers.filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(1);
    expect(rejected[0]?.status).toBe(429);
    expect(await codeOf(rejected[0] as Response)).toEqual([1021]);
  } finally {
    await app.root.put('/settings/live.streamsPerSite', { value: 200 });
  }
});
