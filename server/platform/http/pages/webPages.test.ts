import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../app.ts';
import { callChecks, routes } from '../../../portal.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { createLog } from '../../log.ts';
import { disconnectUser } from '../../session/session.ts';
import type { PreloadedAnswers } from './preloadedAnswers.ts';

const screens = [
  { path: '/login', isPublic: true, scripts: ['assets/login.js'], styles: [] },
  { path: '/servers', isPublic: false, scripts: ['assets/servers.js'], styles: [] },
];

let app: TestApp;
let web: FastifyInstance;
let webDir: string;

beforeAll(async () => {
  app = await startTestApp();
  webDir = await mkdtemp(join(tmpdir(), 'cloudberth-page-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(
    join(webDir, 'index.html'),
    '<html><head></head><script id="bootstrap">{{bootstrap}}</script></html>',
  );
  await writeFile(join(webDir, 'preload.json'), JSON.stringify(screens));
  const { services, sites } = app.portal;
  web = await createApp({
    ...{
      services,
      sites,
      routes,
      checks: callChecks,
      log: createLog('silent'),
      webDir,
    },
    firstReads: [
      { operation: 'user' },
      { operation: 'menu' },
      { operation: 'listQueue', query: { size: '5', state: 'open' } },
    ],
  });
}, 60_000);

afterAll(async () => {
  await web?.close();
  await rm(webDir, { recursive: true, force: true });
  await app?.close();
}, 60_000);

const open = (headers: Record<string, string>) =>
  web.inject({
    url: '/servers',
    headers: { host: new URL(app.address).host, 'accept-language': 'en', ...headers },
  });

async function firstOf(cookie: string): Promise<PreloadedAnswers | null> {
  const { body } = await open({ cookie });
  return (
    JSON.parse(/<script id="bootstrap">(.*)<\/script>/.exec(body)?.[1] ?? '') as {
      first: PreloadedAnswers | null;
    }
  ).first;
}

it('a page for a signed-in user contains the responses of its calls, and the token', async () => {
  const user = await app.signInAs('user');
  const first = await firstOf(user.cookie);
  expect(first?.answers).toEqual({
    user: (await user.get('/user')).body,
    menu: (await user.get('/header/menu')).body,
    listQueue: (await user.get('/queue?size=5&state=open')).body,
  });
  expect(first).toMatchObject({ language: 'en', token: user.token });
});

it('a page omits data that its user can’t read, and contains the rest', async () => {
  const user = await app.signInAs('user');
  const { services, sites } = app.portal;
  const largerApp = await createApp({
    ...{
      services,
      sites,
      routes,
      checks: callChecks,
      log: createLog('silent'),
      webDir,
    },
    firstReads: [{ operation: 'listLog' }, { operation: 'user' }],
  });
  const { body } = await largerApp.inject({
    url: '/servers',
    headers: { host: new URL(app.address).host, cookie: user.cookie },
  });
  await largerApp.close();
  const { first } = JSON.parse(/<script id="bootstrap">(.*)<\/script>/.exec(body)?.[1] ?? '') as {
    first: PreloadedAnswers | null;
  };
  expect(Object.keys(first?.answers ?? {})).toEqual(['user']);
});

it('a page for anonymous users contains no responses', async () => {
  const user = await app.signInAs('user');
  await disconnectUser(app.portal.services.database.db, user.userId);
  expect(await firstOf(user.cookie)).toBeNull();
  expect(await firstOf('')).toBeNull();
});

it('a page is compressed only if no other site opened it', async () => {
  const user = await app.signInAs('user');
  const headers = { cookie: user.cookie, 'accept-encoding': 'gzip' };
  const own = await open({ ...headers, 'sec-fetch-site': 'none' });
  expect(own.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(own.rawPayload).toString()).toContain(user.token);
  expect(
    (await open({ ...headers, 'sec-fetch-site': 'cross-site' })).headers['content-encoding'],
  ).toBeUndefined();
});

it('a page lists the sign-in scripts for all users, and a screen’s scripts only for signed-in users', async () => {
  const page = async (url: string, cookie: string) =>
    (await web.inject({ url, headers: { host: new URL(app.address).host, cookie } })).body;
  expect(await page('/login', '')).toContain('/assets/login.js');
  expect(await page('/servers', '')).not.toContain('/assets/servers.js');
  expect(await page('/servers', app.root.cookie)).toContain('/assets/servers.js');
});
