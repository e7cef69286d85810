import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../../../../contract/languages.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';
import type { ServerAction } from '../../contract/obstacles.ts';
import type { ObstructedServer } from '../../rules.ts';
import { makerFor } from '../testing/serverMaker.ts';
import { listedUnavailableReason } from './obstacleSentence.ts';

let app: TestApp;
let owner: TestClient;
let maker: Awaited<ReturnType<typeof makerFor>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  maker = await makerFor(owner);
}, 30_000);
afterAll(() => app.close());

type Reasons = Record<string, string | null>;
interface Detail extends ObstructedServer {
  disks: { id: string; actions: Reasons }[];
  nics: { id: string; actions: Reasons }[];
}
const detail = async (id: string) => (await owner.get<Detail>(`/servers/${id}`)).body;
const errorsOf = (answer: Answer) => answer.body.errors?.map(({ code, info }) => [code, info]);
const inBothLanguages = async (work: (language: Language) => Promise<void>) => {
  for (const language of ['he', 'en'] as const) {
    await owner.put('/header/language', { language });
    await work(language);
  }
};

const calls: Partial<Record<ServerAction, (id: string) => Promise<Answer>>> = {
  start: (id) => owner.put(`/servers/${id}/power`, { state: 'on' }),
  stop: (id) => owner.put(`/servers/${id}/power`, { state: 'off' }),
  reboot: (id) => owner.put(`/servers/${id}/power`, { state: 'reboot' }),
  suspend: (id) => owner.put(`/servers/${id}/power`, { state: 'suspended' }),
  resume: (id) => owner.put(`/servers/${id}/power`, { state: 'resumed' }),
  console: (id) => owner.post(`/servers/${id}/console`, { kind: 'serial' }),
  snapshot: (id) => owner.post(`/servers/${id}/snapshots`, {}),
  resize: (id) => owner.put(`/servers/${id}/size`, { cpuType: 'B', cores: 2, ramMb: 1024 }),
  rename: (id) => owner.put(`/servers/${id}/name`, { name: 'other-name' }),
  password: (id) => owner.put(`/servers/${id}/password`, { password: 'Server_Password_2' }),
  lock: (id) => owner.put(`/servers/${id}/lock`, {}),
  unlock: (id) => owner.delete(`/servers/${id}/lock`),
  terminate: (id) => owner.delete(`/servers/${id}`),
};

/**
 * Expects each call with a denial reason to be rejected with exactly that message. Returns the
 * rejected actions.
 */
async function expectSameReasons(
  id: string,
  language: Language,
  extra?: string,
): Promise<string[]> {
  const server = await detail(id);
  const blockedActions = (Object.keys(calls) as ServerAction[]).filter(
    (action) => server.obstacles[action] && action !== extra,
  );
  for (const action of blockedActions) {
    const answer = await calls[action]?.(id);
    expect([action, answer?.body.errors?.map(({ info }) => info)]).toEqual([
      action,
      [listedUnavailableReason(action, server, language)],
    ]);
  }
  return blockedActions;
}

describe('a rejection is one sentence in each language and the same one that is shown next to the action', () => {
  it('for servers that are on, off, suspended or locked', async () => {
    const id = await maker.make();
    await inBothLanguages(async (language) =>
      expect(await expectSameReasons(id, language)).toEqual(['start', 'resume', 'unlock']),
    );
    await owner.put(`/servers/${id}/lock`, { reason: 'the shop runs here' });
    await inBothLanguages(async (language) =>
      expect(await expectSameReasons(id, language)).toEqual([
        'start',
        'stop',
        'reboot',
        'suspend',
        'resume',
        'resize',
        'lock',
        'terminate',
      ]),
    );
    await owner.delete(`/servers/${id}/lock`);
    await maker.done(await owner.put(`/servers/${id}/power`, { state: 'suspended' }));
    // `on` resumes a suspended server.
    await inBothLanguages(async (language) =>
      expect(await expectSameReasons(id, language, 'start')).toEqual([
        'reboot',
        'suspend',
        'resize',
        'unlock',
      ]),
    );
    await maker.done(await owner.put(`/servers/${id}/power`, { state: 'off' }));
    await inBothLanguages(async (language) =>
      expect(await expectSameReasons(id, language)).toEqual([
        'stop',
        'reboot',
        'suspend',
        'resume',
        'console',
        'unlock',
      ]),
    );
  });

  it('for a server in the Trash', async () => {
    const id = await maker.make();
    await maker.done(await owner.delete(`/servers/${id}`));
    await inBothLanguages(async (language) =>
      expect(await expectSameReasons(id, language)).toHaveLength(Object.keys(calls).length),
    );
  });

  it('that reports only once that a running server must be suspended', async () => {
    const id = await maker.make();
    expect(errorsOf(await owner.put(`/servers/${id}/power`, { state: 'resumed' }))).toEqual([
      [1100, 'The server is on, but it must be suspended.'],
    ]);
  });

  it('in every row of a bulk call', async () => {
    const ids = [await maker.make(), await maker.make()];
    const { body } = await owner.put<{
      results: { id: string; error: { code: number; info: string } }[];
    }>('/servers/power', {
      ...{ ids, state: 'resumed' },
    });
    const error = { code: 1100, info: 'The server is on, but it must be suspended.' };
    expect(body.results.map((result) => [result.id, result.error])).toEqual(
      ids.map((id) => [id, error]),
    );
  });

  it('for components: a disk in a snapshot, the first disk, a connected interface, the last interface', async () => {
    const id = await maker.make({ disks: [{ sizeGb: 20 }, { sizeGb: 10 }] });
    await maker.done(await owner.post<{ cmdId: number }>(`/servers/${id}/snapshots`, {}));
    await inBothLanguages(async () => {
      const { disks, nics } = await detail(id);
      const [boot, second] = disks;
      expect(errorsOf(await owner.delete(`/servers/${id}/disks/${boot?.id}`))).toEqual([
        [1106, boot?.actions.remove],
      ]);
      expect(errorsOf(await owner.delete(`/servers/${id}/disks/${second?.id}`))).toEqual([
        [2985, second?.actions.remove],
      ]);
      const rejectedConnect = await owner.put(`/servers/${id}/nics/${nics[0]?.id}`, {
        connected: true,
      });
      expect(errorsOf(rejectedConnect)).toEqual([[1100, nics[0]?.actions.connect]]);
      const last = await owner.delete(`/servers/${id}/nics/${nics[0]?.id}`);
      expect(last.body.code).toEqual([1107]);
    });
    expect((await detail(id)).disks[1]?.actions.remove).toBe(
      'A snapshot uses this disk. Delete the snapshots first.',
    );
  });
});
