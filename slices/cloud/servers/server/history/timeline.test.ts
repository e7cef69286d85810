import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer } from '../../../../../e2e/createServer.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';

interface Timeline {
  since: string | null;
  earlier: string | null;
  later: string | null;
  first: string | null;
  fields: { field: string; was: string; is: string }[];
}

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let id: string;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
  id = await createServer(owner);
}, 60_000);
afterAll(() => app.close());

const readTimeline = async (at: string) =>
  (await owner.get<Timeline>(`/servers/${id}/past?at=${encodeURIComponent(at)}`)).body;
const state = ({ fields }: Timeline) =>
  Object.fromEntries(fields.map(({ field, was }) => [field, was]));
async function waitForTask(cmdId: number): Promise<void> {
  const exitCode = async () =>
    (await owner.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await vi.waitFor(async () => expect(await exitCode()).toBe(0), { timeout: 15_000 });
}

describe('the server timeline', () => {
  it('matches the state read at each moment between changes', async () => {
    const changes: (() => Promise<unknown>)[] = [
      () => owner.put(`/servers/${id}/name`, { name: 'other-name' }),
      () => owner.put(`/servers/${id}/tags`, { tags: ['blue', 'green'] }),
      async () =>
        waitForTask(
          (await owner.post<{ cmdId: number }>(`/servers/${id}/disks`, { sizeGb: 40 })).body.cmdId,
        ),
      async () =>
        waitForTask(
          (await owner.put<{ cmdId: number }>(`/servers/${id}/power`, { state: 'off' })).body.cmdId,
        ),
      async () =>
        waitForTask(
          (
            await owner.put<{ cmdId: number }>(`/servers/${id}/size`, {
              cpuType: 'B',
              cores: 4,
              ramMb: 4096,
            })
          ).body.cmdId,
        ),
      () => owner.put(`/servers/${id}/lock`, { reason: 'quiet' }),
    ];
    const observations: { at: string; was: Record<string, string> }[] = [];
    const readState = async () => {
      const at = new Date().toISOString();
      const now = await readTimeline(at);
      expect(now.fields.filter(({ was, is }) => was !== is)).toEqual([]);
      observations.push({ at, was: state(now) });
    };
    await readState();
    for (const change of changes) {
      await change();
      await readState();
    }
    for (const { at, was } of observations) expect(state(await readTimeline(at))).toEqual(was);
    expect(new Set(observations.map(({ was }) => JSON.stringify(was))).size).toBe(
      changes.length + 1,
    );
    const [first] = observations;
    const differing = (await readTimeline(first?.at ?? '')).fields.filter(
      ({ was, is }) => was !== is,
    );
    expect(differing.map(({ field, was, is }) => [field, was, is])).toEqual([
      ['name', first?.was.name, 'other-name'],
      ['power', 'on', 'off'],
      ['cores', '1', '4'],
      ['ramMb', '1024', '4096'],
      ['disks', '20', '20, 40'],
      ['tags', '', 'blue, green'],
      ['locked', 'false', 'true'],
    ]);
  });

  it('can be stepped through change by change, and reports nothing for the time before the server existed', async () => {
    const moments: string[] = [];
    for (
      let at: string | null = new Date().toISOString();
      at;
      at = (await readTimeline(at)).earlier
    )
      moments.push((await readTimeline(at)).since ?? '');
    expect(moments.length).toBeGreaterThan(5);
    expect(moments).toEqual([...new Set(moments)].sort().reverse());
    const before = await readTimeline('2001-01-01T00:00:00Z');
    expect(before).toMatchObject({
      since: null,
      earlier: null,
      fields: [],
      later: before.first,
      first: moments.at(-1),
    });
  });

  it('is hidden from other users, and rejects invalid times', async () => {
    expect((await otherUser.get(`/servers/${id}/past?at=2026-01-01T00:00:00Z`)).status).toBe(404);
    const invalidMoment = await owner.get(`/servers/${id}/past?at=noon`);
    expect([invalidMoment.status, invalidMoment.body.errors?.[0]?.key]).toEqual([400, 'at']);
  });
});
