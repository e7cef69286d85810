import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAt } from '../../../slices/sites/sites/server/testing/hostClient.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';

const token = 'a-metrics-token-of-some-length';
let proxiedApp: TestApp;
beforeAll(async () => {
  proxiedApp = await startTestApp({
    publicUrl: 'http://portal.example.test',
    trustedProxies: ['127.0.0.1'],
  });
});
afterAll(() => proxiedApp.close());

const forwarded = { 'x-forwarded-for': '203.0.113.9' };
const statusAt = async (
  host: string,
  path: string,
  headers: Record<string, string> = {},
  app = proxiedApp,
) => (await clientAt(app.address, host).call('GET', path, undefined, headers)).status;

describe('a portal with a public URL', () => {
  it('responds at the hostname of that URL, to callers from anywhere', async () => {
    expect(await statusAt('portal.example.test', '/loginCheck', forwarded)).toBe(200);
    expect(await statusAt('PORTAL.example.test:443', '/health', forwarded)).toBe(200);
  });

  it.each(['/loginCheck', '/health', '/ready', '/logo', '/metrics'])(
    'returns 421 at %s with any other hostname',
    async (path) => {
      for (const host of [
        'other.example.test',
        '203.0.113.1',
        'portal.example.test.evil.test',
        'localhost',
      ])
        expect(await statusAt(host, path, forwarded), host).toBe(421);
      expect(await statusAt('other.example.test', path)).toBe(421);
    },
  );

  it('answers health probes of this machine by address', async () => {
    for (const path of ['/health', '/ready'])
      for (const host of ['127.0.0.1', '127.0.0.1:8080', 'localhost', '[::1]'])
        expect(await statusAt(host, path)).toBe(200);
  });

  it('doesn’t accept a local address claimed by an untrusted proxy', async () => {
    const untrusted = await startTestApp({ publicUrl: 'http://portal.example.test' });
    try {
      for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
        expect(await statusAt('127.0.0.1', '/health', { [header]: '127.0.0.1' }, untrusted)).toBe(
          421,
        );
      expect(await statusAt('127.0.0.1', '/health', {}, untrusted)).toBe(200);
    } finally {
      await untrusted.close();
    }
  });
});

describe('metrics', () => {
  it('require their token from this machine too, behind a proxy or with a public URL', async () => {
    expect(await statusAt('127.0.0.1', '/metrics')).toBe(403);
    const config = proxiedApp.portal.services.config;
    config.metricsToken = token;
    try {
      expect(await statusAt('127.0.0.1', '/metrics')).toBe(403);
      expect(await statusAt('127.0.0.1', '/metrics', { authorization: `Bearer ${token}x` })).toBe(
        403,
      );
      expect(await statusAt('127.0.0.1', '/metrics', { authorization: `Bearer ${token}` })).toBe(
        200,
      );
      expect(
        await statusAt('portal.example.test', '/metrics', {
          ...forwarded,
          authorization: `Bearer ${token}`,
        }),
      ).toBe(200);
    } finally {
      config.metricsToken = undefined;
    }
  });

  it('are shown to this machine only without a proxy, and never to a proxy on this machine', async () => {
    const plain = await startTestApp();
    try {
      expect(await statusAt('127.0.0.1', '/metrics', {}, plain)).toBe(200);
      expect(await statusAt('127.0.0.1', '/metrics', forwarded, plain)).toBe(403);
    } finally {
      await plain.close();
    }
  });
});

describe('a public URL without trusted proxies', () => {
  const proxyNotices = async (app: TestApp) =>
    (
      await app.root.get<{ news: { id: string; severity: string; remedy: string | null }[] }>(
        '/dashboard',
      )
    ).body.news.filter(({ id }) => id === 'host.proxies');

  it('is reported on root’s dashboard with the line that fixes it, and to no other users', async () => {
    const app = await startTestApp({ publicUrl: 'http://portal.example.test' });
    try {
      expect(await proxyNotices(app)).toMatchObject([
        { severity: 'problem', remedy: 'CLOUDBERTH_TRUSTED_PROXIES=127.0.0.1' },
      ]);
      const user = await app.signInAs('siteAdmin');
      expect((await user.get('/dashboard')).text).not.toContain('host.proxies');
    } finally {
      await app.close();
    }
    expect(await proxyNotices(proxiedApp)).toEqual([]);
  });
});
