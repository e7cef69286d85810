import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestCompany } from '../../slices/money/ledger/server/testing/testCompany.ts';
import { startTestApp } from './app.ts';

it('closing a portal with an inconsistent ledger fails and names the problem', async () => {
  const app = await startTestApp({ role: 'api' });
  const { db } = app.portal.services.database;
  const { clerk, path, companyId } = await createTestCompany(app);
  await clerk.post(`${path}/payments`, {
    key: randomUUID(),
    amount: '3',
    currency: 'USD',
    reason: 'A test',
  });
  await sql`insert into invoice_series (company_id, series, last) values (${companyId}, 'INV', 7)`.execute(
    db,
  );
  await expect(app.close()).rejects.toThrow('The books are wrong:\nthe series INV of company');
});
