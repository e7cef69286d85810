import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { clock, shiftClock } from '../../../../../server/platform/clock.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import type { TestApp } from '../../../../../server/testing/app.ts';
import { addDocument } from '../../../invoices/server/documents/documents.ts';
import { postInvoice } from '../../../ledger/server/index.ts';

/** A typical policy that escalates from a reminder to termination. */
export const ladder = [
  { kind: 'reminder', days: 3 },
  { kind: 'fee', days: 10, mode: 'percent', amount: '2.5' },
  { kind: 'reminder', days: 12 },
  { kind: 'retry', days: 14 },
  { kind: 'suspend', days: 21 },
  { kind: 'notice', days: 30 },
  { kind: 'terminate', days: 45, isAutomatic: false },
] as const;

/** Returns a context for the portal's own work. */
export const systemOf = async ({ portal, siteId }: TestApp): Promise<Context> =>
  systemContext(portal.services, {
    site: await portal.sites.byId(siteId),
    log: portal.app.log as never,
  });

/** Sets the clock to this time until it's changed again. */
export const clockAt = (moment: string): void => shiftClock(Date.parse(moment) - Date.now());

const seller = {
  ...{
    legalName: 'Example Clouds Ltd',
    series: 'INV',
    numberFormat: '{series}-{number}',
    paymentDays: 14,
  },
};

const buyer = {
  ...{
    email: 'customer@example.test',
    number: null,
    kind: 'person',
    name: 'Alex Example',
    street: '2 Example Street',
    city: 'Berlin',
  },
  ...{ region: '', postalCode: '10115', country: 'DE', taxNumber: '' },
};

/**
 * Issues an invoice of this amount, due on a given date, as the monthly run does. Returns the
 * document ID.
 */
export async function issue(
  app: TestApp,
  {
    companyId,
    userId,
    amount,
    dueOn,
  }: { companyId: string; userId: string; amount: string; dueOn: string },
): Promise<string> {
  const ctx = await systemOf(app);
  return await ctx.db.transaction().execute(async (transaction) => {
    const inner = withDb(ctx, transaction);
    const { rows } = await sql<{ id: string; count: number }>`
      insert into invoice (company_id, user_id, period, currency, net) select ${companyId}, ${userId},
        date '2001-01-01' + (select count(*)::integer from invoice where user_id = ${userId}) * interval '1 month', 'USD', ${amount} returning id`.execute(
      transaction,
    );
    const invoiceId = rows[0]?.id ?? '';
    await sql`
      insert into invoice_line (invoice_id, owner_id, subject_type, subject_id, subject_name, item, from_at, to_at, exact, amount, currency)
      values (${invoiceId}, ${userId}, 'server', ${randomUUID()}, 'web-1', 'cpu.B', '2001-01-01', '2001-02-01', ${amount}, ${amount}, 'USD')`.execute(
      transaction,
    );
    const holder = { id: userId, siteId: app.siteId, company: { id: companyId, currency: 'USD' } };
    const posted = await postInvoice(inner, holder, {
      ...{
        key: `invoice:${randomUUID()}`,
        amount,
        tax: '0',
        currency: 'USD',
        reason: 'An invoice',
      },
    });
    const facts = {
      period: '2001-01',
      seller: { id: companyId, ...seller },
      buyer,
      taxes: [],
      items: {},
    };
    const document = await addDocument(inner, {
      ...{
        invoiceId,
        userId,
        kind: 'invoice',
        currency: 'USD',
        net: amount,
        tax: '0',
        dueOn,
        language: 'en',
        reason: '',
      },
      ...{ facts: facts as never, transactionId: posted.id },
    });
    await sql`
      update invoice set state = 'issued', issued_at = ${ctx.clock.now()}, transaction_id = ${posted.id} where id = ${invoiceId}`.execute(
      transaction,
    );
    return document.id;
  });
}

export interface Done {
  step: string;
  outcome: string;
  reason: string;
  plannedOn: string;
  doneOn: string;
}

/** Returns a customer's recorded steps in order. */
export async function stepsOf(app: TestApp, userId: string): Promise<Done[]> {
  const { rows } = await sql<Done>`
    select step, outcome, reason, to_char(planned_on, 'YYYY-MM-DD') as "plannedOn", to_char(done_on, 'YYYY-MM-DD') as "doneOn"
    from dunning_step where user_id = ${userId} order by id`.execute(
    app.portal.services.database.db,
  );
  return rows;
}

export const today = (): string => clock.now().toISOString().slice(0, 10);
