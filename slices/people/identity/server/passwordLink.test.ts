import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../../../contract/access/roles.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { lastMail, tokenIn } from '../../../../server/testing/outbox.ts';
import { clientAt } from '../../../sites/sites/server/testing/hostClient.ts';

const publicHost = 'portal.example.test';
const host = 'reseller.example.test';
const newPassword = 'Another_password_2';
let app: TestApp;
let siteId: string;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: `http://${publicHost}` });
  siteId = await app.makeSite('Reseller');
  await sql`update site set hosts = array[${host}] where id = ${siteId}`.execute(
    app.portal.services.database.db,
  );
  app.portal.sites.forget();
});
afterAll(() => app.close());

async function createUser(role: Role): Promise<{ email: string }> {
  const email = `${crypto.randomUUID()}@example.test`;
  await sql`insert into user_account (site_id, email, role) values (${siteId}, ${email}, ${role})`.execute(
    app.portal.services.database.db,
  );
  return { email };
}

async function requestResetLink(email: string) {
  await sql`delete from pace where key like 'forgot%'`.execute(app.portal.services.database.db);
  expect((await clientAt(app.address, host).post('/forgot', { email })).status).toBe(200);
  return await vi.waitFor(() => lastMail(app.portal, email, 'account.reset'), { timeout: 10_000 });
}

const reset = (at: string, token: string, email: string) =>
  clientAt(app.address, at).post('/reset', {
    email,
    token,
    password: newPassword,
    passwordRepeat: newPassword,
  });

describe('a password link', () => {
  it('of an account with more rights than its site’s administrators leads to the public hostname, and works only there', async () => {
    const { email } = await createUser('billingAdmin');
    const mail = await requestResetLink(email);
    expect(mail.values.link).toMatch(`http://${publicHost}/reset/`);
    const token = tokenIn(mail);
    expect((await reset(host, token, email)).body.code).toEqual([18]);
    const { body } = await clientAt(app.address, publicHost).get<{
      email: string;
      signInAddress: string;
    }>(`/reset/${token}`);
    expect(body).toMatchObject({ email, signInAddress: `http://${host}/login` });
    expect((await reset(publicHost, token, email)).body).toEqual({ done: true });
    const client = clientAt(app.address, host);
    await client.signIn(email, newPassword);
    expect((await client.get<{ email: string }>('/user')).body.email).toBe(email);
    expect((await reset(publicHost, token, email)).body.code).toEqual([18]);
  });

  it.each(['user', 'siteAdmin'] as const)('of a %s leads to its own site', async (role) => {
    const { email } = await createUser(role);
    const mail = await requestResetLink(email);
    expect(mail.values.link).toMatch(`http://${host}/reset/`);
    expect((await reset(publicHost, tokenIn(mail), email)).body.code).toEqual([18]);
    const { body } = await clientAt(app.address, host).get(`/reset/${tokenIn(mail)}`);
    expect(body).toMatchObject({ email, signInAddress: null });
    expect((await reset(host, tokenIn(mail), email)).body).toEqual({ done: true });
  });

  it('uses the same hostname for invitations', async () => {
    const invite = async (role: Role) => {
      const email = `${crypto.randomUUID()}@example.test`;
      const answer = await app.root.post('/users', { email, role, siteId });
      expect(answer.status, answer.text).toBe(200);
      return await lastMail(app.portal, email, 'user.invited');
    };
    expect((await invite('user')).values.link).toMatch(`http://${host}/setPassword/`);
    const mail = await invite('billingAdmin');
    expect(mail.values.link).toMatch(`http://${publicHost}/setPassword/`);
    expect(
      (await clientAt(app.address, publicHost).get(`/reset/${tokenIn(mail)}`)).body,
    ).toMatchObject({ isInvitation: true });
  });

  it('of a site without a hostname works on the public hostname it leads to', async () => {
    const bare = await app.makeSite('Bare');
    const email = `${crypto.randomUUID()}@example.test`;
    expect((await app.root.post('/users', { email, role: 'user', siteId: bare })).status).toBe(200);
    const mail = await lastMail(app.portal, email, 'user.invited');
    expect(mail.values.link).toMatch(`http://${publicHost}/setPassword/`);
    expect((await reset(publicHost, tokenIn(mail), email)).body).toEqual({ done: true });
  });
});
