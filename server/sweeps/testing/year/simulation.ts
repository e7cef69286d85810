import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { setBillingProfile } from '../../../../slices/money/invoices/server/testing/month.ts';
import {
  testCompanyBank,
  testCompanySettings,
} from '../../../../slices/money/ledger/server/testing/testCompany.ts';
import { clientAt } from '../../../../slices/sites/sites/server/testing/hostClient.ts';
import { clock } from '../../../platform/clock.ts';
import type { TestApp } from '../../../testing/app.ts';
import type { Answer, TestClient } from '../../../testing/client.ts';
import { type Reseller, year } from './companies.ts';
import type { Change, Configuration, Customer, StoryEvent, YearScenario } from './scenario.ts';

/** A customer of the simulated year, with its account in the portal. */
export interface SimulatedUser {
  customer: Customer;
  shop: ResellerCompany;
  client: TestClient;
}

export interface ResellerCompany {
  reseller: Reseller;
  companyId: string;
  siteId: string;
  /** The hostname that its customers use. */
  host: string;
  clerk: TestClient;
  people: SimulatedUser[];
}

export interface Harness {
  shops: ResellerCompany[];
  /** Keyed by server name. */
  owners: Map<string, SimulatedUser>;
}

/** Stops the portal's clock at this second, so that subsequent actions happen exactly then. */
export function freezeClockAt(second: number): void {
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(second * 1000));
}

/**
 * Keeps signed-in users signed in, without further authentication, until the simulation has ended.
 */
async function staySignedIn(app: TestApp): Promise<void> {
  const after = new Date(Date.UTC(year + 1, 6));
  await sql`update session set last_seen_at = ${after}, proved_at = ${after}, expires_at = ${after}`.execute(
    app.portal.services.database.db,
  );
}

/** Runs several in parallel, but no more than a test portal has connections for. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const playNext = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: 5 }, playNext));
}

export function requireOk<T>(answer: Answer<T>, description: string): Answer<T>['body'] {
  if (answer.status !== 200) throw new Error(`${description}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/**
 * Creates the resellers of the simulation with their sites, companies, taxes, prices, and accounts.
 */
export async function setUpHarness(app: TestApp, scenario: YearScenario): Promise<Harness> {
  const companies: ResellerCompany[] = [];
  const owners: Harness['owners'] = new Map();
  for (const { reseller, customers } of scenario.resellers) {
    const company = await createResellerCompany(app, reseller);
    for (const customer of customers) {
      const parent = company.people.find((user) => user.customer === customer.payer);
      const client = await signUp(app, company, parent?.client.userId);
      const { country, city } = reseller;
      await setBillingProfile(client, {
        name: customer.name,
        country,
        city,
        ...(country === 'US' ? { region: 'NY' } : {}),
      });
      const user = { customer, shop: company, client };
      company.people.push(user);
      for (const server of customer.servers) owners.set(server, user);
    }
    companies.push(company);
  }
  await staySignedIn(app);
  return { shops: companies, owners };
}

async function createResellerCompany(app: TestApp, reseller: Reseller): Promise<ResellerCompany> {
  const { name, country, city, taxNumber, currency, timeZone, taxes, prices } = reseller;
  const siteId = await app.makeSite(name);
  const host = `${currency.toLowerCase()}.example.test`;
  await sql`update site set time_zone = ${timeZone}, hosts = ${[host]} where id = ${siteId}`.execute(
    app.portal.services.database.db,
  );
  app.portal.sites.forget();
  for (const { from, items } of prices) {
    // A price list takes effect immediately or later, never in the past.
    freezeClockAt(Math.min(from, prices[0]?.from ?? from));
    const validFrom =
      from === prices[0]?.from ? {} : { validFrom: new Date(from * 1000).toISOString() };
    const pricedItems = items.map(({ resource: _, unit: __, ...item }) => item);
    requireOk(
      await app.root.post('/pricelists', { siteId, currency, items: pricedItems, ...validFrom }),
      `the prices of ${name}`,
    );
  }
  const clerk = await app.signInAs('billingAdmin');
  const settings = {
    ...testCompanySettings,
    legalName: name,
    country,
    city,
    taxNumber,
    currency,
    ...(country === 'US' ? { region: 'NY' } : {}),
  };
  const { id: companyId } = requireOk(
    await app.root.post<{ id: string }>('/companies', settings),
    `the company ${name}`,
  );
  requireOk(
    await app.root.put(`/companies/${companyId}/billingProperties`, {
      ...testCompanyBank,
      minDeposit: '0.01',
      approvalAbove: null,
      taxes,
    }),
    `the terms of ${name}`,
  );
  requireOk(
    await app.root.put(`/companies/${companyId}/siteAdmin`, {
      siteIds: [siteId],
      adminIds: [clerk.userId],
    }),
    `the sites of ${name}`,
  );
  return { reseller, companyId, siteId, host, clerk, people: [] };
}

/** Creates an account on the reseller's site, using that site's hostname. */
async function signUp(
  app: TestApp,
  { siteId, host }: ResellerCompany,
  parentId: string | undefined,
): Promise<TestClient> {
  const account = await app.signInAs('user', { siteId, ...(parentId ? { parentId } : {}) });
  const { cookie, token, userId, email } = account;
  return Object.assign(clientAt(app.address, host), { cookie, token, userId, email });
}

/** The servers created in the simulation, by name. */
export type Servers = Map<string, { id: string; bootDisk: string }>;

/**
 * Performs the actions of one second through the API, as their owners, and waits for completion.
 */
export async function play(
  app: TestApp,
  events: readonly StoryEvent[],
  harness: Harness,
  servers: Servers,
): Promise<void> {
  freezeClockAt(events[0]?.at as number);
  await forEachConcurrently(events, (event) => playOne(app, event, harness, servers));
}

async function playOne(
  app: TestApp,
  { at, server, change }: StoryEvent,
  { owners }: Harness,
  servers: Servers,
): Promise<void> {
  const { client } = owners.get(server) as SimulatedUser;
  const known = servers.get(server) ?? { id: '', bootDisk: '' };
  const answer = await sendCommand(client, `/servers/${known.id}`, server, known.bootDisk, change);
  const body = requireOk(
    answer,
    `${change.kind} of ${server} at ${new Date(at * 1000).toISOString()}`,
  );
  if (body.cmdId !== undefined) await isDone(app, body.cmdId, `${change.kind} of ${server}`);
  if (change.kind !== 'create') return;
  const id = body.servers?.[0]?.id ?? '';
  const { disks } = requireOk(
    await client.get<{ disks: { id: string }[] }>(`/servers/${id}`),
    server,
  );
  servers.set(server, { id, bootDisk: disks[0]?.id ?? '' });
}

interface CommandHandle {
  cmdId?: number;
  servers?: { id: string }[];
}

async function sendCommand(
  client: TestClient,
  path: string,
  name: string,
  bootDisk: string,
  change: Change,
): Promise<Answer<CommandHandle>> {
  switch (change.kind) {
    case 'create':
      return client.post<CommandHandle>('/servers', await orderOf(client, name, change.of));
    case 'power':
      return client.put<CommandHandle>(`${path}/power`, {
        state: change.to,
        ...(change.to === 'off' ? { force: true } : {}),
      });
    case 'resize':
      return client.put<CommandHandle>(`${path}/size`, change.to);
    case 'addDisk':
      return client.post<CommandHandle>(`${path}/disks`, { sizeGb: change.sizeGb });
    case 'growDisk':
      return client.put<CommandHandle>(`${path}/disks/${bootDisk}`, { sizeGb: change.sizeGb });
    case 'billing':
      return client.put<CommandHandle>(`${path}/billing`, change.to);
    case 'terminate':
      return client.delete<CommandHandle>(path);
    case 'restore':
      return client.put<CommandHandle>(`${path}/restore`);
  }
}

let choice: { datacenterId: string; imageId: string } | null = null;

async function orderOf(client: TestClient, name: string, configuration: Configuration) {
  if (!choice) {
    const options = requireOk(
      await client.get<{ datacenterId: string; images: { id: string }[] }>(
        '/servers/create/options',
      ),
      'what can be ordered',
    );
    choice = { datacenterId: options.datacenterId, imageId: options.images[0]?.id ?? '' };
  }
  const { cpuType, cores, ramMb, disks, billingMode, trafficPackage, managed } = configuration;
  return {
    ...{
      ...choice,
      name,
      cpuType,
      cores,
      ramMb,
      billingMode,
      managed,
      password: 'Server_Password_1',
    },
    ...(trafficPackage ? { trafficPackage } : {}),
    disks: disks.map((sizeGb) => ({ sizeGb })),
    nics: [{ networkId: 'auto' }],
  };
}

/**
 * Waits for a task with a separate clock, because the portal's clock is stopped. Queries the
 * database, because polling the portal, which also returns the steps and the log, took a third of
 * the test time.
 */
export async function isDone(
  { portal }: TestApp,
  cmdId: number,
  description: string,
): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 60_000) {
    const { rows } = await sql<{ exitCode: number | null; failure: unknown }>`
      select exit_code as "exitCode", failure from task where id = ${cmdId}`.execute(
      portal.services.database.db,
    );
    const { exitCode, failure } = rows[0] ?? { exitCode: null, failure: null };
    if (exitCode === 0) return;
    if (exitCode !== null) throw new Error(`${description} failed: ${JSON.stringify(failure)}`);
    await delay(20);
  }
  throw new Error(`${description} is not done after a minute.`);
}
