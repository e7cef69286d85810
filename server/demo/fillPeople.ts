import { sql } from 'kysely';
import type { ApiClient } from '../apiClient.ts';
import type { Database } from '../platform/database/database.ts';
import { localize } from '../platform/texts/localize.ts';
import type { Portal } from '../portal.ts';
import { demoPassword, demoResellers } from './company.ts';
import { daysAgo, demoClient, requireOk, waitForTask } from './demoCalls.ts';
import {
  type DemoFamily,
  demoAgreements,
  demoFamilies,
  demoSchool,
  demoVisits,
  visitOf,
} from './people.ts';

/**
 * Creates the demo data for users: sub-accounts and groups, a reseller of a reseller, branding,
 * agreements with signatures, sign-ins from several countries, accounts in other states, and the
 * related emails. `sites` is keyed by reseller name, with '' for the company's own site.
 */
export async function fillPeople(
  portal: Portal,
  sites: ReadonlyMap<string, string>,
): Promise<void> {
  for (const family of demoFamilies) await fillSubAccounts(portal, family);
  const support = () => demoClient(portal, { email: 'support@cirrus.example', ip: '10.20.0.14' });
  await daysAgo(15, async () => fillAgreements(portal, await support(), sites.get('') ?? ''));
  await daysAgo(10, async () =>
    fillSchool(portal, await support(), sites.get(demoSchool.parent) ?? ''),
  );
  for (const { name, host, primaryColor } of demoResellers)
    await daysAgo(9, async () =>
      brandReseller(
        await demoClient(portal, { email: `admin@${host}`, host }),
        sites.get(name) ?? '',
        primaryColor,
      ),
    );
  // All users have followed the links in their emails, except invited users who haven't signed in
  // yet.
  await sql`update user_account set is_email_validated = true where password_hash is not null`.execute(
    portal.services.database.db,
  );
  await fillStates(portal, support);
  for (const visit of demoVisits)
    await daysAgo(visit.daysAgo, () => signInDemoVisitor(portal, visit));
  await daysAgo(0.3, async () => helpCustomer(await support()));
  await ageRows(portal.services.database.db);
}

/**
 * Moves the timestamps set by the database itself to shortly before the first action on the object.
 */
async function ageRows(db: Database): Promise<void> {
  await sql`update user_account set created_at = now() - (case when parent_id is null then 26 else 13 end) * interval '1 day' where role <> 'root'`.execute(
    db,
  );
  await sql`update site set created_at = now() - (case when parent_id is null then 40 else 27 end) * interval '1 day' where created_at > now() - interval '1 hour'`.execute(
    db,
  );
  await sql`update user_group set created_at = now() - interval '13 days'`.execute(db);
  await sql`update user_group_member set added_at = now() - interval '13 days'`.execute(db);
  await sql`update user_group_right set granted_at = now() - interval '13 days'`.execute(db);
}

async function userIdOf(portal: Portal, email: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select id from user_account where email_key = ${email}`.execute(portal.services.database.db);
  return rows[0]?.id ?? '';
}

async function fillSubAccounts(
  portal: Portal,
  { parent, children, groups }: DemoFamily,
): Promise<void> {
  await daysAgo(13, async () => {
    const client = await demoClient(portal, { email: parent });
    for (const { hasPassword, isLocked, ...user } of children) {
      const created = requireOk(
        await client.post<{ userId: string }>('/users', {
          ...user,
          ...(hasPassword ? { password: demoPassword } : {}),
        }),
      );
      if (isLocked) requireOk(await client.put(`/users/${created.userId}/lock`, { isLocked }));
    }
    for (const { name, description, members, right, servers } of groups) {
      const group = requireOk(await client.post<{ id: string }>('/groups', { name, description }));
      const userIds = await Promise.all(members.map((email) => userIdOf(portal, email)));
      requireOk(await client.post(`/groups/${group.id}/members`, { userIds }));
      const { items } = requireOk(
        await client.get<{ items: { id: string; name: string }[] }>('/servers?size=100'),
      );
      const objectIds = items.filter((server) => servers.includes(server.name)).map(({ id }) => id);
      requireOk(
        await client.post(`/groups/${group.id}/rights`, { type: 'ot.server', right, objectIds }),
      );
    }
  });
}

async function fillAgreements(portal: Portal, support: ApiClient, siteId: string): Promise<void> {
  for (const { title, audience, texts, isPublished, signers } of demoAgreements) {
    const created = requireOk(
      await support.post<{ id: string }>('/agreements', {
        siteId,
        settings: { title, audience, roles: [], blocks: 'nothing' },
      }),
    );
    const path = `/agreements/${siteId}/${created.id}`;
    requireOk(await support.put(`${path}/draft`, { texts }));
    if (isPublished) requireOk(await support.post(`${path}/publish`));
    for (const email of signers) {
      const signer = await demoClient(portal, { email });
      const { items } = requireOk(
        await signer.get<{
          items: { versionId: string; title: string; language: string; digest: string }[];
        }>('/agreementsToSign'),
      );
      const open = items.find((item) => item.title === title);
      if (open)
        requireOk(
          await signer.post(`/agreementsToSign/${open.versionId}`, {
            language: open.language,
            digest: open.digest,
          }),
        );
    }
  }
}

const lookOf = (primaryColor: string, tagColor: string, viewMode: 'Full' | 'Mini') => ({
  ...{
    primaryColor,
    tagColor,
    borderRadius: 8,
    fontSize: 14,
    viewMode,
    logo: null,
    favicon: null,
    menu: {},
  },
});

async function fillSchool(portal: Portal, support: ApiClient, parentId: string): Promise<void> {
  const { name, systemName, primaryColor, tagColor, head, host } = demoSchool;
  const created = requireOk(
    await support.post<{ id: string }>('/sites', {
      ...{
        name,
        systemName,
        parentId,
        languages: ['en', 'he'],
        currency: 'EUR',
        timeZone: 'Europe/Oslo',
      },
    }),
  );
  requireOk(
    await support.post(`/sites/${created.id}/look`, {
      look: lookOf(primaryColor, tagColor, 'Mini'),
      note: 'First look',
    }),
  );
  await insertHost(portal.services.database.db, created.id, host);
  portal.sites.forget();
  requireOk(await support.post('/users', { ...head, siteId: created.id, password: demoPassword }));
  requireOk(
    await support.post(`/sites/${created.id}/siteAdmins`, {
      email: 'office@hillside-school.example',
    }),
  );
}

/** Assigns the hostname without DNS verification, as root can. */
export async function insertHost(db: Database, siteId: string, host: string): Promise<void> {
  await sql`insert into site_host (host, site_id, proof, proved_at, proved_by) values (${host}, ${siteId}, '', now(), 'root')`.execute(
    db,
  );
  await sql`update site set hosts = array[${host}] where id = ${siteId}`.execute(db);
}

async function brandReseller(
  admin: ApiClient,
  siteId: string,
  primaryColor: string,
): Promise<void> {
  requireOk(
    await admin.post(`/sites/${siteId}/look`, {
      look: lookOf(primaryColor, '#475569', 'Full'),
      note: 'Our colours',
    }),
  );
  requireOk(
    await admin.post(`/sites/${siteId}/externalPages`, {
      ...{
        title: localize('fillPeople.dressReseller.help'),
        section: 'support',
        icon: 'info',
        kind: 'html',
        url: '',
        isEnabled: true,
      },
      html: '<h1>Help</h1><p>Write to us by e-mail; we answer on working days before noon.</p>',
    }),
  );
}

/**
 * Creates one account suspended for non-payment, one disabled, and one deleted, each at a different
 * time and with a reason.
 */
async function fillStates(portal: Portal, support: () => Promise<ApiClient>): Promise<void> {
  await daysAgo(7, async () => {
    const body = {
      list: 'accounts@slow-payer.example',
      reason: 'The bill of September is open.',
      checkOnly: false,
      cause: 'billing',
    };
    const { cmdId } = requireOk(
      await (await support()).post<{ cmdId: number | null }>('/suspendAccounts', body),
    );
    if (cmdId !== null) await waitForTask(portal.services.database.db, cmdId);
  });
  await daysAgo(5, async () => {
    const client = await support();
    requireOk(
      await client.put(
        `/users/${await userIdOf(portal, 'left@paused-project.example')}/disable`,
        {},
      ),
    );
    requireOk(await client.delete(`/users/${await userIdOf(portal, 'old@closed-shop.example')}`));
  });
}

async function signInDemoVisitor(
  portal: Portal,
  visit: (typeof demoVisits)[number],
): Promise<void> {
  const client = await demoClient(portal, {
    ...{ email: visit.email, ...visitOf(visit) },
    ...(visit.isWrong ? { password: 'Not_the_password_1' } : {}),
  });
  if (!visit.isWrong && visit.daysAgo > 1) requireOk(await client.get('/logout'));
}

/**
 * A support user views a customer's servers on the customer's behalf. The customer can see who did
 * it and why.
 */
async function helpCustomer(support: ApiClient): Promise<void> {
  const { items } = requireOk(
    await support.get<{ items: { id: string; email: string }[] }>(
      '/users?filter=ops@lantern-books',
    ),
  );
  const customer = items.find(({ email }) => email === 'ops@lantern-books.example');
  if (!customer) return;
  requireOk(
    await support.post(`/users/${customer.id}/actFor`, {
      reason: 'The customer asked why shop-db is slow.',
      minutes: 20,
    }),
  );
  requireOk(await support.post('/users/stopActing'));
}
