import * as z from 'zod';
import { decimal, done, endpoint, id, moment } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

/**
 * How usage was charged: the usage transition options of the specification (section 9), and
 * `purchase`, the third billing type, for one-time purchases. `annually`: for yearly items, of
 * which there are none.
 */
const transitions = [
  'all',
  'hourly',
  'partialMonthly',
  'fullMonthMonthly',
  'purchase',
  'annually',
] as const;

const month = schemaMessage(localize('invalid.month.enterMonthExample2030'));
/** A calendar month of the sites' own time zones. */
const period = z
  .string(schemaMessage(localize('invalid.period.enterMonthPeriodExample')))
  .trim()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { message: month });
const asked = {
  /** The user, by default the caller. Includes the user's sub-accounts. */
  userId: id.optional(),
  period,
  transition: z.enum(transitions).optional(),
};

const row = z.strictObject({
  id: z.string(),
  subjectType: z.string(),
  subjectId: id,
  subject: z.string(),
  userId: id,
  email: z.string(),
  item: z.string(),
  title: z.string(),
  quantity: decimal,
  /** In the reader's language, as it is written after the quantity. */
  unit: z.string(),
  transition: z.enum(transitions),
  from: moment,
  to: moment,
  /** Hours that were begun, of what is sold by the hour; null of anything else. */
  hours: z.int().nullable(),
  /** Its share of the line on the bill, exact. */
  amount: decimal,
  currency: z.string(),
});

const totals = z.array(
  z.strictObject({
    currency: z.string(),
    /** The rows of this transition together, exact. */
    amount: decimal,
    /** The discounts of the whole month. Unknown for an account with another payer. */
    discount: decimal,
    /**
     * The total of the whole month on a bill, after discounts, with each line rounded and at least
     * its minimum.
     */
    billed: decimal,
  }),
);

const link = z.strictObject({ url: z.string(), expiresAt: moment });

export const usageEndpoints = {
  listUsage: endpoint({
    title: localize('operations.listUsage'),
    method: 'GET',
    path: '/usage',
    summary:
      'List the usage of an account and its sub-accounts for a month, with prices and calculations.',
    access: 'billing.view',
    changes: false,
    topics: ['server', 'billing'],
    query: listQuery(['subject', 'from', 'amount', 'email'], asked),
    answer: listPage(row).extend({
      account: z.strictObject({ id, email: z.string(), createdAt: moment }),
      totals,
    }),
  }),
  downloadUsage: endpoint({
    title: localize('operations.downloadUsage'),
    method: 'GET',
    path: '/usage/download',
    summary: 'Export usage as CSV.',
    access: 'billing.view',
    changes: false,
    kind: 'file',
    also: '/usage/download',
    query: z.strictObject(asked),
  }),
  shareUsage: endpoint({
    title: localize('operations.shareUsage'),
    method: 'POST',
    path: '/usage/links',
    summary: 'Create a link to the usage report that works for seven days.',
    access: 'billing.view',
    changes: true,
    touches: [],
    body: z.strictObject(asked),
    answer: link,
  }),
  withdrawUsageLinks: endpoint({
    title: localize('operations.withdrawUsageLinks'),
    method: 'DELETE',
    path: '/usage/links',
    summary: 'Revoke all links to usage reports you created.',
    access: 'billing.view',
    changes: true,
    touches: [],
    answer: z.strictObject({ ended: z.int() }),
  }),
  mailUsage: endpoint({
    title: localize('operations.mailUsage'),
    method: 'POST',
    path: '/usage/mail',
    command: 'usage send',
    summary: 'Email yourself a link to the usage report.',
    access: 'billing.view',
    changes: true,
    touches: [],
    body: z.strictObject(asked),
    answer: done,
  }),
  fetchSharedUsage: endpoint({
    title: localize('operations.fetchSharedUsage'),
    method: 'GET',
    path: '/usage/shared/{token}',
    summary: 'Download a shared usage report as CSV.',
    access: 'public',
    changes: false,
    kind: 'file',
    params: z.strictObject({
      token: z
        .string()
        .trim()
        .regex(/^[\w-]{43}$/, {
          message: schemaMessage(localize('invalid.message.linkIncomplete')),
        }),
    }),
  }),
};

export { usageEndpoints as endpoints };
