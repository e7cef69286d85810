import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { prepareImages } from '../../slices/cloud/images/server/index.ts';
import { ensureNetworks } from '../../slices/cloud/networks/server/index.ts';
import { hashPassword } from '../../slices/people/identity/server/index.ts';
import type { ApiClient } from '../apiClient.ts';
import { shiftClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Portal } from '../portal.ts';
import {
  type DemoCustomer,
  type DemoServer,
  demoCustomers,
  demoPassword,
  demoPlaces,
  demoResellers,
  demoRoot,
} from './company.ts';
import { demoClient, taskEnds } from './demoCalls.ts';
import { fillBilling } from './fillBilling.ts';
import { fillPeople, giveHost } from './fillPeople.ts';
import { demoStaff } from './people.ts';
import { fillDemoStatistics } from './statistics.ts';

const dayMs = 86_400_000;

/**
 * Fills an empty portal with a hosting company to look at: resellers, customers, datacenters on the
 * simulated engine, servers with a past. Everything goes through the portal's own calls, with the
 * clock set back, so that bills and histories are those the portal itself makes. Does nothing when
 * it was done before. The portal must work (`startWork`) and must not listen yet.
 */
export async function fillDemo(portal: Portal, log: Logger): Promise<boolean> {
  const { db } = portal.services.database;
  const done = await sql`select from datacenter where code = ${demoPlaces[0]?.code}`.execute(db);
  if (done.rows.length > 0) return false;
  const rootSiteId = await dressRootSite(db);
  const sites = new Map<string, string>([['', rootSiteId]]);
  for (const reseller of demoResellers)
    sites.set(reseller.name, await makeReseller(db, rootSiteId, reseller));
  await makePlaces(db);
  await ensureNetworks(portal.services);
  await prepareImages(portal.services, log);
  portal.sites.forget();
  const passwordHash = await hashPassword(demoPassword);
  for (const customer of demoCustomers) {
    const siteId = sites.get(customer.reseller ?? '') ?? rootSiteId;
    await makeUser(db, siteId, { ...customer, role: 'user' }, passwordHash);
    await makeServers(portal, customer);
  }
  for (const reseller of demoResellers)
    await makeUser(
      db,
      sites.get(reseller.name) ?? rootSiteId,
      { email: `admin@${reseller.host}`, role: 'siteAdmin' },
      passwordHash,
    );
  for (const person of demoStaff) await makeUser(db, rootSiteId, person, passwordHash);
  await fillPeople(portal, sites);
  await fillBilling(portal, sites);
  await fillDemoStatistics(db);
  return true;
}

async function dressRootSite(db: Database): Promise<string> {
  const { name, systemName, copyright, primaryColor } = demoRoot;
  const site = await db
    .updateTable('site')
    .set({ name, system_name: systemName, copyright, theme: JSON.stringify({ primaryColor }) })
    .where('parent_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
  return site.id;
}

async function makeReseller(
  db: Database,
  rootSiteId: string,
  reseller: (typeof demoResellers)[number],
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('site')
    .values({
      id,
      parent_id: rootSiteId,
      path: `${rootSiteId}/${id}`,
      name: reseller.name,
      system_name: reseller.systemName,
      theme: JSON.stringify({ primaryColor: reseller.primaryColor }),
      logo: null,
      logo_type: null,
    })
    .execute();
  await giveHost(db, id, reseller.host);
  return id;
}

async function makePlaces(db: Database): Promise<void> {
  for (const { code, name, region, country } of demoPlaces) {
    await sql`insert into datacenter (code, name, region, country, engine) values (${code}, ${name}, ${region}, ${country}, 'simulated')`.execute(
      db,
    );
  }
}

interface Person {
  email: string;
  role: string;
  firstName?: string;
  lastName?: string;
}

async function makeUser(
  db: Database,
  siteId: string,
  person: Person,
  passwordHash: string,
): Promise<void> {
  const { email, role, firstName = '', lastName = '' } = person;
  await db
    .insertInto('user_account')
    .values({
      ...{
        site_id: siteId,
        email,
        role,
        first_name: firstName,
        last_name: lastName,
        password_hash: passwordHash,
      },
      ...{ parent_id: null, language: null, time_zone: null, date_format: null, deleted_at: null },
    })
    .execute();
}

/** Creates the customer's servers as the customer, each on its creation day, oldest first. */
async function makeServers(portal: Portal, customer: DemoCustomer): Promise<void> {
  const host =
    demoResellers.find((reseller) => reseller.name === customer.reseller)?.host ?? 'localhost';
  const byAge = [...customer.servers].sort((a, b) => b.ageDays - a.ageDays);
  try {
    for (const server of byAge) {
      shiftClock(-server.ageDays * dayMs);
      const client = await demoClient(portal, { host, email: customer.email });
      await makeServer(portal.services.database.db, client, server);
    }
  } finally {
    shiftClock(0);
  }
}

interface CreateOptions {
  datacenters: { id: string; code: string }[];
  images: { id: string; code: string }[];
}

async function makeServer(db: Database, client: ApiClient, server: DemoServer): Promise<void> {
  const { body: options } = await client.get<CreateOptions>('/servers/create/options');
  const image =
    options.images.find((candidate) => candidate.code.startsWith('debian')) ?? options.images[0];
  const { place, ageDays, isOff, disks, ...configuration } = server;
  const created = await client.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...configuration,
    datacenterId: options.datacenters.find((datacenter) => datacenter.code === place)?.id,
    imageId: image?.id,
    disks: disks.map((sizeGb) => ({ sizeGb })),
    nics: [{ networkId: 'auto' }],
    password: demoPassword,
    powerOn: true,
  });
  const made = created.body.servers?.[0];
  if (!made) throw new Error(`The demonstration could not create ${server.name}: ${created.text}`);
  await taskEnds(db, created.body.cmdId);
  await sql`update server set created_at = now() - ${ageDays} * interval '1 day' where id = ${made.id}`.execute(
    db,
  );
  if (!isOff) return;
  shiftClock(-(ageDays / 2) * dayMs);
  const stopped = await client.put<{ cmdId: number }>(`/servers/${made.id}/power`, {
    state: 'off',
  });
  if (stopped.body.cmdId !== undefined) await taskEnds(db, stopped.body.cmdId);
}
