import { sql } from 'kysely';
import type { ApiClient } from '../apiClient.ts';
import type { Database } from '../platform/database/database.ts';
import type { Portal } from '../portal.ts';
import { type DemoPayer, demoBudgets, demoCompanies, demoPayers } from './billing.ts';
import { demoResellers } from './company.ts';
import { daysAgo, demoClient, requireOk, waitForTask } from './demoCalls.ts';

/**
 * Age in days of the billing profiles, which customers complete before the first month is invoiced.
 */
const profileDays = 72;
const invoicedMonths = 2;
const dayMs = 86_400_000;

/** An event that happened the given number of days ago. */
interface Event {
  days: number;
  happen(): Promise<void>;
}

/**
 * Creates the demo billing data: a company for the portal and one for a reseller, billing profiles
 * of customers, payments and refunds, invoices for past months, and budgets. `sites` is keyed by
 * reseller name, with '' for the company's own site.
 */
export async function fillBilling(
  portal: Portal,
  sites: ReadonlyMap<string, string>,
): Promise<void> {
  const { db } = portal.services.database;
  for (const company of demoCompanies)
    await makeCompany(db, company, sites.get(company.reseller) ?? '');
  const billing = () => demoClient(portal, { email: 'billing@cirrus.example', ip: '10.20.0.15' });
  const entryEvents: Event[] = [];
  for (const payer of demoPayers) {
    const place = await makePayer(portal, payer, billing);
    for (const { days, amount, kind, reason } of payer.bookings) {
      const entry = { key: `demo.${payer.number}.${days}`, amount, currency: 'USD', reason };
      entryEvents.push({
        days,
        happen: async () => void requireOk(await (await billing()).post(`${place}/${kind}`, entry)),
      });
    }
  }
  const companyId = await companyOf(db, 'billing@cirrus.example');
  const runs = pastMonths(new Date()).map(({ period, days }): Event => {
    const run = async () =>
      requireOk<{ cmdId: number }>(
        await (await billing()).post(`/invoicing/${companyId}/${period}/run`, { issues: true }),
      );
    return { days, happen: async () => await waitForTask(db, (await run()).cmdId) };
  });
  for (const { days, happen } of [...entryEvents, ...runs].sort((a, b) => b.days - a.days))
    await daysAgo(days, happen);
  for (const { email, ...budget } of demoBudgets)
    requireOk(
      await (await demoClient(portal, { email, host: 'localhost' })).post('/budgets', budget),
    );
}

/**
 * The months before this one, each with the number of days since the third of the following month,
 * 08:00 UTC. Omits months for which that time is still ahead.
 */
export function pastMonths(now: Date): { period: string; days: number }[] {
  return Array.from({ length: invoicedMonths }, (_, before) => {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - before];
    const period = new Date(Date.UTC(year, month - 1, 15)).toISOString().slice(0, 7);
    return { period, days: (now.getTime() - Date.UTC(year, month, 3, 8)) / dayMs };
  }).filter(({ days }) => days > 0);
}

/**
 * Gives the customer a verified billing profile and a customer number. Returns the customer's path
 * in billing administration.
 */
async function makePayer(
  portal: Portal,
  payer: DemoPayer,
  billing: () => Promise<ApiClient>,
): Promise<string> {
  const { db } = portal.services.database;
  const host = demoResellers.find(({ name }) => name === payer.reseller)?.host ?? 'localhost';
  await daysAgo(profileDays, async () =>
    requireOk(
      await (await demoClient(portal, { email: payer.email, host })).put('/billing', payer.profile),
    ),
  );
  const billingPath = `/billingManage/${await companyOf(db, payer.email)}/${await idOf(db, payer.email)}`;
  await daysAgo(profileDays - 1, async () => {
    const client = await billing();
    requireOk(await client.put(`${billingPath}/number`, { number: payer.number }));
    requireOk(
      await client.post(`${billingPath}/state`, {
        event: 'verify',
        reason: 'The papers were looked at',
      }),
    );
  });
  return billingPath;
}

async function makeCompany(
  db: Database,
  company: (typeof demoCompanies)[number],
  siteId: string,
): Promise<void> {
  const { legalName, street, city, postalCode, country, taxNumber, series, tax, bank } = company;
  const { rows } = await sql<{ id: string }>`
    insert into company (legal_name, street, city, postal_code, country, tax_number, currency, document_series, number_format, payment_days,
      bank_name, bank_holder, bank_account, bank_swift)
    values (${legalName}, ${street}, ${city}, ${postalCode}, ${country}, ${taxNumber}, 'USD', ${series}, '{series}-{year}-{number:6}', 14,
      ${bank.name}, ${legalName}, ${bank.account}, ${bank.swift}) returning id`.execute(db);
  const id = rows[0]?.id;
  await sql`insert into company_site (site_id, company_id) values (${siteId}, ${id})`.execute(db);
  await sql`insert into company_tax (company_id, name, rate, valid_from) values (${id}, ${tax.name}, ${tax.rate}, '2020-01-01')`.execute(
    db,
  );
  await sql`insert into company_admin (company_id, user_id) select ${id}, id from user_account where email = 'billing@cirrus.example'`.execute(
    db,
  );
}

async function idOf(db: Database, email: string): Promise<string> {
  const { id } = await db
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

async function companyOf(db: Database, email: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select company_of_site(site_id) as id from user_account where email = ${email}`.execute(db);
  return rows[0]?.id ?? '';
}
