import * as z from 'zod';
import { decimal, done, endpoint, id, moment } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

/**
 * How usage was charged: the usage transition options from section 9 of the specification, and
 * `purchase`, the third billing type, for one-time purchases. `annually` is for yearly items, which
 * don't exist.
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
/** A calendar month in each site's own time zone. */
const period = z
  .string(schemaMessage(localize('invalid.period.enterMonthPeriodExample')))
  .trim()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { message: month });
const usageQuery = {
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
  /** In the reader's language, in the form that follows the quantity. */
  unit: z.string(),
  transition: z.enum(transitions),
  from: moment,
  to: moment,
  /** The number of started hours, for hourly items. Null for all others. */
  hours: z.int().nullable(),
  /** The item's exact share of the line on the bill. */
  amount: decimal,
  currency: z.string(),
});

const totals = z.array(
  z.strictObject({
    currency: z.string(),
    /** The exact total of the rows of this transition. */
    amount: decimal,
    /** The discounts of the whole month. Unknown for an account with another payer. */
    discount: decimal,
    /**
     * The bill's total for the whole month, after discounts. Each line is rounded and at least its
     * minimum.
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
    query: listQuery(['subject', 'from', 'amount', 'email'], usageQuery),
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
    query: z.strictObject(usageQuery),
  }),
  shareUsage: endpoint({
    title: localize('operations.shareUsage'),
    method: 'POST',
    path: '/usage/links',
    summary: 'Create a link to the usage report that works for seven days.',
    access: 'billing.view',
    changes: true,
    touches: [],
    body: z.strictObject(usageQuery),
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
    body: z.strictObject(usageQuery),
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
