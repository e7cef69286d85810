import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../../../../../server/portal.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import { beginSignIn, protectAccount } from '../testing/protectedAccount.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('the first sign-in step of a protected account allows no calls because its cookie and token aren’t a session', async () => {
  const { client, mediateToken } = await beginSignIn(app, await protectAccount(app, 'app'));
  client.token = mediateToken;
  const asSession = app.anonymous();
  asSession.cookie = client.cookie.replace('cloudberth_step', 'cloudberth_session');
  for (const { endpoint } of routes) {
    if (endpoint.access === 'public' || endpoint.kind === 'socket' || endpoint.kind === 'events')
      continue;
    const path = endpoint.path.replace(/\{\w+\}/g, 'x');
    expect((await client.call(endpoint.method, path)).status, `${endpoint.method} ${path}`).toBe(
      401,
    );
    expect((await asSession.call(endpoint.method, path)).status, `${endpoint.method} ${path}`).toBe(
      401,
    );
  }
});
