import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Portal } from '../portal.ts';
import { demoBudgets, demoCompanies, demoPayers } from './billing.ts';
import { demoResellers } from './company.ts';
import { daysAgo, demoClient, good } from './demoCalls.ts';

/**
 * Who sells and who pays: a company for the portal and one of a reseller, billing profiles of customers, what they paid and were given
 * back, and their budgets. `sites`: by name of the reseller, '' the company's own.
 */
export async function fillBilling(portal: Portal, sites: ReadonlyMap<string, string>): Promise<void> {
  const { db } = portal.services.database;
  for (const company of demoCompanies) await makeCompany(db, company, sites.get(company.reseller) ?? '');
  for (const payer of demoPayers) {
    const host = demoResellers.find(({ name }) => name === payer.reseller)?.host ?? 'localhost';
    await daysAgo(24, async () => good(await (await demoClient(portal, { email: payer.email, host })).put('/billing', payer.profile)));
    const billing = () => demoClient(portal, { email: 'billing@cirrus.example', ip: '10.20.0.15' });
    const companyId = await companyOf(db, payer.email);
    const place = `/billingManage/${companyId}/${await idOf(db, payer.email)}`;
    await daysAgo(23, async () => {
      const client = await billing();
      good(await client.put(`${place}/number`, { number: payer.number }));
      good(await client.post(`${place}/state`, { event: 'verify', reason: 'The papers were looked at' }));
    });
    for (const { days, amount, kind, reason } of payer.bookings)
      await daysAgo(days, async () => {
        const booking = { key: `demo.${payer.number}.${days}`, amount, currency: 'USD', reason };
        good(await (await billing()).post(`${place}/${kind}`, booking));
      });
  }
  for (const { email, ...budget } of demoBudgets)
    good(await (await demoClient(portal, { email, host: 'localhost' })).post('/budgets', budget));
}

async function makeCompany(db: Database, company: (typeof demoCompanies)[number], siteId: string): Promise<void> {
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
  const { id } = await db.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return id;
}

async function companyOf(db: Database, email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select company_of_site(site_id) as id from user_account where email = ${email}`.execute(db);
  return rows[0]?.id ?? '';
}
