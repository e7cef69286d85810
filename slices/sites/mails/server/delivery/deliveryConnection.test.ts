import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../../../contract/access/roles.ts';
import { readSite } from '../../../../../server/platform/sites/sites.ts';
import { withMailTables } from '../tables.ts';
import { type MailHarness, openMailHarness } from '../testing/harness.ts';
import { deliveryConnectionFor, type Recipient } from './deliveryConnection.ts';

let harness: MailHarness;
let siteId: string;
const services = () => harness.app.portal.services;
const db = () => services().database.db;

beforeAll(async () => {
  harness = await openMailHarness();
  siteId = await harness.app.makeSite('Reseller');
  const config = (host: string) =>
    JSON.stringify({ host, port: 25, security: 'none', user: '', sender: '' });
  await withMailTables(db())
    .insertInto('mail_connection')
    .values([
      {
        site_id: harness.app.siteId,
        kind: 'mail',
        config: config('mail.operator.example'),
        is_trusted: true,
        changed_by: null,
      },
      {
        site_id: siteId,
        kind: 'mail',
        config: config('mail.reseller.example'),
        is_trusted: false,
        changed_by: null,
      },
    ])
    .execute();
});
afterAll(() => harness.close());

const connectionFor = async (message: Recipient) => {
  const site = await readSite(db(), siteId);
  const found = await deliveryConnectionFor(
    { db: db(), secrets: services().secrets },
    { site, kind: 'mail', message },
  );
  return found?.settings.host;
};
const signIn = (role: Role) => harness.app.signInAs(role, { siteId });

describe('an email of a site whose administrator connected a separate server', () => {
  it('is sent through that server to recipients whose rights its administrators all have', async () => {
    for (const role of ['user', 'siteAdmin'] as const) {
      const { userId, email } = await signIn(role);
      expect(await connectionFor({ user_id: userId }), role).toBe('mail.reseller.example');
      expect(await connectionFor({ user_id: null, to_address: email }), role).toBe(
        'mail.reseller.example',
      );
    }
    expect(await connectionFor({ user_id: null, to_address: 'nobody@example.test' })).toBe(
      'mail.reseller.example',
    );
  });

  it('is sent through the operator’s server to all other recipients, by account and by address', async () => {
    const billing = await signIn('billingAdmin');
    expect(await connectionFor({ user_id: billing.userId })).toBe('mail.operator.example');
    expect(await connectionFor({ user_id: null, to_address: billing.email.toUpperCase() })).toBe(
      'mail.operator.example',
    );
    expect(await connectionFor({ user_id: harness.app.root.userId })).toBe('mail.operator.example');
  });

  it('is stored for those recipients if the operator has no server', async () => {
    const billing = await signIn('billingAdmin');
    await sql`update mail_connection set is_trusted = false`.execute(db());
    expect(await connectionFor({ user_id: billing.userId })).toBeUndefined();
    await sql`update mail_connection set is_trusted = site_id <> ${siteId}`.execute(db());
  });
});
