import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import { readSite } from '../../../../../server/platform/sites/sites.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { clientAt } from '../testing/hostClient.ts';
import { type NameServer, startNameServer } from '../testing/nameServer.ts';
import { setNameServers } from './hostnameVerification.ts';
import { renewHosts } from './hostRenewal.ts';

const publicUrl = 'http://portal.example.test';
const hourMs = 3_600_000;
let app: TestApp;
let names: NameServer;
let siteId: string;
const db = () => app.portal.services.database.db;

beforeAll(async () => {
  app = await startTestApp({ publicUrl });
  names = await startNameServer();
  setNameServers([names.address]);
  siteId = await app.makeSite('Reseller');
});
afterAll(async () => {
  setNameServers(null);
  await names.close();
  await app.close();
});
afterEach(() => shiftClock(0));

async function verifyHost(client: TestClient, id: string, host: string): Promise<void> {
  const { body } = await client.post<{ record: string; value: string }>(`/sites/${id}/hosts`, {
    host,
  });
  names.records.set(`_cloudberth.${host}`, [body.value]);
  expect((await client.post(`/sites/${id}/hosts/check`, { host })).body).toMatchObject({
    state: 2,
    provedBy: 'dns',
  });
}
/** Runs the periodic job once, this many hours after the start. */
async function runJobAfter(hours: number): Promise<void> {
  shiftClock(hours * hourMs);
  const { services, sites } = app.portal;
  await renewHosts(
    systemContext(services, { site: await sites.forHost(''), log: createLog('silent') }),
  );
}
type Claim = { host: string; problem: string; lapsedAt: string | null; renewedAt: string | null };
/**
 * Returns the claim as shown on the settings screen of the site. The clock is reset because the
 * session would have expired by then.
 */
const claimOf = async (id: string, host: string) => {
  shiftClock(0);
  const viewer = await app.signInAs('siteAdmin');
  return (await viewer.get<{ hosts: Claim[] }>(`/sites/${id}/settings`)).body.hosts.find(
    (claim) => claim.host === host,
  );
};
const linksOf = async (id: string) =>
  siteAddress({ site: await readSite(db(), id), services: app.portal.services });
const lapsedMails = async () =>
  (
    await sql<{
      to_address: string;
      subject: string;
    }>`select to_address, subject from mail_message where kind = 'site.hostLapsed'`.execute(db())
  ).rows;

describe('verification of a hostname', () => {
  it('is checked again: after three days without the record, links stop using the hostname and the administrator is notified once, until the record is back', async () => {
    const administrator = await app.signInAs('siteAdmin', { siteId });
    const resellers = await app.signInAs('siteAdmin');
    const host = 'cloud.reseller.test';
    await verifyHost(resellers, siteId, host);
    expect(await linksOf(siteId)).toBe(`http://${host}`);

    await runJobAfter(7);
    expect(await claimOf(siteId, host)).toMatchObject({ problem: '', lapsedAt: null });
    const record = names.records.get(`_cloudberth.${host}`) ?? [];
    names.records.delete(`_cloudberth.${host}`);
    await runJobAfter(14);
    expect(await claimOf(siteId, host)).toMatchObject({
      problem: 'The record doesn’t exist.',
      lapsedAt: null,
    });
    expect(await linksOf(siteId)).toBe(`http://${host}`);
    expect(await lapsedMails()).toEqual([]);

    await runJobAfter(7 + 73);
    expect((await claimOf(siteId, host))?.lapsedAt).not.toBeNull();
    expect(await linksOf(siteId)).toBe(publicUrl);
    expect(await lapsedMails()).toEqual([
      { to_address: administrator.email, subject: `Verify ${host} again` },
    ]);
    expect((await clientAt(app.address, host).get('/loginCheck')).status).toBe(200);
    await runJobAfter(7 + 80);
    expect(await lapsedMails()).toHaveLength(1);

    names.records.set(`_cloudberth.${host}`, ['another record', ...record]);
    await runJobAfter(7 + 90);
    expect(await claimOf(siteId, host)).toMatchObject({ problem: '', lapsedAt: null });
    expect(await linksOf(siteId)).toBe(`http://${host}`);
  });

  it('expires when the record verifies another site, and is restored when the hostname is verified again', async () => {
    const host = 'sold.reseller.test';
    const id = await app.makeSite('Sold');
    await verifyHost(await app.signInAs('siteAdmin'), id, host);
    const record = names.records.get(`_cloudberth.${host}`) ?? [];
    names.records.set(`_cloudberth.${host}`, ['cloudberth-site=another']);
    await runJobAfter(200);
    expect(await linksOf(id)).toBe(publicUrl);
    names.records.set(`_cloudberth.${host}`, record);
    shiftClock(201 * hourMs);
    const administrator = await app.signInAs('siteAdmin');
    await sql`update session set last_seen_at = last_seen_at + interval '201 hours', expires_at = expires_at + interval '201 hours'
      where user_id = ${administrator.userId}`.execute(db());
    expect((await administrator.post(`/sites/${id}/hosts/check`, { host })).body).toMatchObject({
      lapsedAt: null,
      problem: '',
    });
    expect(await linksOf(id)).toBe(`http://${host}`);
  });
});

describe('the root site', () => {
  it('gets its hostnames only from the operator', async () => {
    const administrator = await app.signInAs('siteAdmin');
    const { body } = await administrator.get<{ hostsProblem: string | null }>(
      `/sites/${app.siteId}/settings`,
    );
    expect(body.hostsProblem).toMatch(/^Only the operator/);
    for (const call of [
      administrator.post(`/sites/${app.siteId}/hosts`, { host: 'evil.example.test' }),
      administrator.post(`/sites/${app.siteId}/hosts/check`, { host: 'evil.example.test' }),
      administrator.delete(`/sites/${app.siteId}/hosts/evil.example.test`),
    ])
      expect((await call).body.code).toEqual([1002]);
    expect(
      (await app.root.get<{ hostsProblem: string | null }>(`/sites/${app.siteId}/settings`)).body
        .hostsProblem,
    ).toBeNull();
  });

  it('responds at the public address, which its links always use regardless of other hostnames', async () => {
    const publicClient = clientAt(app.address, 'portal.example.test');
    await publicClient.signIn(app.root.email, testPassword);
    expect(
      (await publicClient.post(`/sites/${app.siteId}/hosts`, { host: 'other.example.test' }))
        .status,
    ).toBe(200);
    try {
      await expect
        .poll(
          async () =>
            (await clientAt(app.address, 'unknown.example.test').get('/loginCheck')).status,
          { timeout: 3_000 },
        )
        .toBe(421);
      expect((await publicClient.get('/user')).status).toBe(200);
      expect(await linksOf(app.siteId)).toBe(publicUrl);
    } finally {
      expect((await app.root.delete(`/sites/${app.siteId}/hosts/other.example.test`)).status).toBe(
        200,
      );
    }
  });

  it('can’t lose its public address to another site', async () => {
    const answer = await app.root.post(`/sites/${siteId}/hosts`, { host: 'portal.example.test' });
    expect(answer.body.code).toEqual([2103]);
    expect(
      (await app.root.get<{ state: number }>('/hostState?host=portal.example.test')).body.state,
    ).toBe(2);
  });
});
