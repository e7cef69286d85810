import * as z from 'zod';
import { endpoint, integerText, text } from '../../../contract/endpoint.ts';
import { listPage } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

export { resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const columnTypes = [
  'text',
  'word',
  'number',
  'money',
  'moment',
  'day',
  'user',
  'server',
] as const;

/** The columns and filters of a report, in the reader's language. */
export const reportHead = z.strictObject({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  columns: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      /** For `word` cells, `words` contains the titles of the values. */
      type: z.enum(columnTypes),
      words: z.record(z.string(), z.string()),
      /** For `money`: the column that contains the currency. Null for other types. */
      currency: z.string().nullable(),
      /** The text of a null cell. Null: the cell is empty. */
      missing: z.string().nullable(),
      /** Hidden until the reader selects the column. */
      isExtra: z.boolean(),
    }),
  ),
  filters: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      options: z.array(z.strictObject({ value: z.string(), title: z.string() })),
    }),
  ),
  sorting: z.string(),
});

/** The total of a column in one currency, over all rows that match the search and the filters. */
export const reportTotal = z.strictObject({
  key: z.string(),
  currency: z.string(),
  amount: z.string(),
});

export const reportRow = z.strictObject({
  id: z.string(),
  /** Cell values by column. Times are in ISO 8601. */
  cells: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The row's user, for links. */
  userId: z.string().nullable(),
  siteId: z.string().nullable(),
  serverId: z.string().nullable(),
});

const whichReport = schemaMessage(localize('invalid.whichReport.reportsNameRequired'));
const reportId = z
  .string(whichReport)
  .trim()
  .regex(/^\w{1,60}$/, { message: whichReport });
const params = z.strictObject({ reportId });
const filters = {
  filter: text({ max: 200 }).optional(),
  sorting: z
    .string()
    .trim()
    .regex(/^-?\w{1,40}$/)
    .optional(),
  days: integerText({ min: 1, max: 3650 }).optional(),
  state: text({ max: 40 }).optional(),
  /** The month, as the number of months before this one. */
  month: integerText({ min: 0, max: 120 }).optional(),
};

export const reportEndpoints = {
  getReport: endpoint({
    title: localize('operations.getReport'),
    method: 'GET',
    path: '/reports/{reportId}',
    summary: 'Get a report’s columns and filters.',
    access: 'reports.view',
    changes: false,
    params,
    answer: reportHead,
  }),
  runReport: endpoint({
    title: localize('operations.runReport'),
    method: 'GET',
    path: '/reports/{reportId}/rows',
    summary: 'Get one page of a report.',
    access: 'reports.view',
    changes: false,
    topics: ['server', 'user', 'site', 'billing', 'invoice', 'price', 'company', 'exchangeRate'],
    params,
    query: z.strictObject({
      ...filters,
      size: integerText({ min: 0, max: 500 }).optional(),
      start: z
        .string()
        .trim()
        .max(1000)
        .regex(/^[\w-]+$/)
        .optional(),
    }),
    answer: listPage(reportRow).extend({ totals: z.array(reportTotal) }),
  }),
  downloadReport: endpoint({
    title: localize('operations.downloadReport'),
    method: 'GET',
    path: '/report/download',
    summary: 'Export a report as CSV.',
    access: 'reports.view',
    changes: false,
    kind: 'file',
    also: '/report/download',
    query: z.strictObject({ report: reportId, ...filters }),
  }),
};

export { reportEndpoints as endpoints };
