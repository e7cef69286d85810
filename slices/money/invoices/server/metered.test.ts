import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { storeReadings } from '../../../cloud/metering/server/index.ts';
import { app, buyer, company, db, openInvoicingHarness, readInvoice } from './testing/harness.ts';
import { runMonth, useServer } from './testing/month.ts';

openInvoicingHarness();

it('traffic above the included amount is charged with the month, explained identically to everyone, and charged once', async () => {
  const one = await buyer();
  const server = await useServer(app, one.userId, company.period, 20, 'busy');
  const read = (hour: string, gigabytes: number) =>
    storeReadings(
      app.portal.services.database,
      [
        {
          ...{
            subjectId: server.id,
            kind: 'traffic',
            hour: new Date(`${company.period}-${hour}:00Z`),
          },
          ...{
            ownerId: server.ownerId,
            siteId: server.siteId,
            quantity: gigabytes * 1_000_000_000,
          },
        },
      ],
      new Date(),
    );
  await read('03T12:00', 250.25);

  // Drafts don't close the month, so later readings are still added.
  await runMonth(company.clerk, company.run, false);
  await read('03T13:00', 250);
  await runMonth(company.clerk, company.run);
  const invoice = await readInvoice(one);
  const line = invoice.lines.find(({ item }) => item === 'overage.traffic');
  expect(line).toMatchObject({ amount: '5', subjectName: 'busy' });
  expect((await one.get(`/billing/invoices/${invoice.id}/${line?.id}`)).body).toMatchObject({
    agrees: true,
    events: [{ quantity: '500', mode: 'monthly', unitPrice: '0.01' }],
    calculation: {
      parts: [
        {
          metered: { counted: '500.25', packaged: '0' },
          formula: '⌊500.25 − 0⌋ = 500; 500 × 0.01 = 5',
        },
      ],
    },
  });
  const report = await one.get<{ items: { item: string; quantity: string; amount: string }[] }>(
    `/usage?period=${company.period}&size=0`,
  );
  expect(report.body.items.find(({ item }) => item === 'overage.traffic')).toMatchObject({
    quantity: '500',
    amount: '5',
  });

  await read('03T14:00', 1000);
  await runMonth(company.clerk, company.run);
  expect(await readInvoice(one)).toEqual(invoice);
  const { rows } = await sql<{ month: string; quantity: string }>`
    select to_char(month, 'YYYY-MM') as month, trim_scale(quantity)::text as quantity from metered_use where subject_id = ${server.id} order by 1`.execute(
    db(),
  );
  expect(rows).toEqual([
    { month: company.period, quantity: '500' },
    { month: new Date().toISOString().slice(0, 7), quantity: '1000' },
  ]);
});
