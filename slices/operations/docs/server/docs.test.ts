import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../../contract/index.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
let user: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.signInAs('user');
}, 60_000);
afterAll(() => app.close());

interface Item {
  operation: string;
  slice: string;
  isAllowed: boolean;
  isForKeys: boolean;
  command: string | null;
}

describe('the reference', () => {
  it('lists every operation of the contract, and shows which ones the reader can call', async () => {
    const { items } = (await user.get<{ items: Item[] }>('/docs/operations')).body;
    expect(items.map(({ operation }) => operation).sort()).toEqual(Object.keys(contract).sort());
    const byOperation = new Map(items.map((item) => [item.operation, item]));
    expect(byOperation.get('createServers')).toMatchObject({
      isAllowed: true,
      isForKeys: true,
      command: 'servers create',
      slice: 'servers',
    });
    expect(
      items.filter(({ slice }) => slice === 'keys').map(({ operation }) => operation),
    ).toContain('authenticateKey');
    expect(byOperation.get('listHosts')).toMatchObject({ isAllowed: false });
    expect(byOperation.get('createKey')).toMatchObject({
      isAllowed: true,
      isForKeys: false,
      command: null,
    });
  });

  it('has no duplicate commands', async () => {
    const { items } = (await user.get<{ items: Item[] }>('/docs/operations')).body;
    const commands = items.flatMap(({ command }) => command ?? []);
    expect(commands.length).toBeGreaterThan(60);
    expect(new Set(commands).size).toBe(commands.length);
  });

  it('is in the reader’s language, and returns not found for unknown operations', async () => {
    user.language = 'he';
    await user.put('/header/language', { language: 'he' });
    expect((await user.get('/docs/operations/createServers')).text).toMatch(/[א-ת]/);
    expect((await user.get('/docs/operations/constructor')).status).toBe(404);
    expect((await user.get('/docs/operations/nonsense')).status).toBe(404);
  });

  it('is also available as a machine-readable document, with the site’s name and the authentication methods', async () => {
    const document = JSON.parse((await app.anonymous().get('/docs/openapi.json')).text) as {
      openapi: string;
      paths: Record<string, Record<string, { security: unknown[] }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/svc/servers']?.get?.security).toEqual([
      { session: [] },
      { keyId: [], keySecret: [] },
      { bearer: [] },
    ]);
    expect(
      document.paths['/svc/header/password']?.post?.security ??
        document.paths['/svc/header/password']?.put?.security,
    ).toHaveLength(1);
  });
});
