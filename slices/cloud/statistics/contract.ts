import * as z from 'zod';
import { decimal, endpoint, id, integerText, moment } from '../../../contract/endpoint.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { serverPower } from '../servers/contract.ts';
import { localize } from './texts/localize.ts';

export { resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const statisticsRange = z.enum(['1h', '24h', '7d', '30d', '1y']);
const values = z.array(z.number().nullable());

/**
 * Either a range up to now (24 hours by default), or `from` and `to`. `points`: the maximum number
 * of steps, such as the width of a chart in pixels.
 */
const chartQuery = z.strictObject({
  range: statisticsRange.optional(),
  from: moment.optional(),
  to: moment.optional(),
  points: integerText({ min: 10, max: 4000 }).optional(),
});

const serverSeries = {
  cpuPercent: values,
  memoryUsedMb: values,
  diskReadBytesPerSecond: values,
  diskWriteBytesPerSecond: values,
  diskReadOpsPerSecond: values,
  diskWriteOpsPerSecond: values,
  networkReceivedBytesPerSecond: values,
  networkSentBytesPerSecond: values,
};
/** For a network interface, read means received, write means sent, and operations are null. */
const partSeries = {
  readBytesPerSecond: values,
  writeBytesPerSecond: values,
  readOpsPerSecond: values,
  writeOpsPerSecond: values,
};

const steps = {
  stepSeconds: z.int(),
  from: moment,
  to: moment,
  /** The start of each step, in seconds since 1970. */
  times: z.array(z.int()),
};

const part = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['disk', 'nic']),
  /** The number of the disk, or the network of the interface. */
  name: z.string(),
  /** The size of the disk, or the first address of the interface. */
  detail: z.string(),
});

/**
 * One value for each entry of `times`: the mean of the step, or null without samples. `lows` and
 * `highs` contain the minimum and maximum.
 */
export const statistics = z.strictObject({
  range: statisticsRange.nullable(),
  ...steps,
  ...serverSeries,
  cpuPercentMax: values,
  memoryTotalMb: values,
  lows: z.strictObject(serverSeries),
  highs: z.strictObject(serverSeries),
  /** The disks and network interfaces that can be queried separately. */
  parts: z.array(part),
  isSimulated: z.boolean(),
});

/** The engine's current measurement. Rates are null until there are two measurements. */
export const runtime = z.strictObject({
  power: serverPower,
  at: moment.nullable(),
  cpuPercent: z.number().nullable(),
  memoryUsedMb: z.number().nullable(),
  memoryTotalMb: z.number().nullable(),
  diskReadBytesPerSecond: z.number().nullable(),
  diskWriteBytesPerSecond: z.number().nullable(),
  networkReceivedBytesPerSecond: z.number().nullable(),
  networkSentBytesPerSecond: z.number().nullable(),
});

export const partStatistics = z.strictObject({
  part,
  ...steps,
  ...partSeries,
  lows: z.strictObject(partSeries),
  highs: z.strictObject(partSeries),
});

const usageFields = {
  hoursOn: z.number(),
  cpuHours: z.number(),
  ramGbHours: z.number(),
  diskGbHours: z.number(),
  receivedBytes: z.number(),
  sentBytes: z.number(),
};

/**
 * A server's usage in a month of its site. Periods without records, such as before the first one,
 * aren't included.
 */
export const usage = z.strictObject({
  /** `2026-03` */
  month: z.string(),
  from: moment,
  /** The end of the month, or now if the month hasn't ended. */
  to: moment,
  isRunning: z.boolean(),
  /** The first month with data. */
  firstMonth: z.string(),
  total: z.strictObject(usageFields),
  days: z.array(z.strictObject({ day: z.string(), ...usageFields })),
  /** Calculated by the billing engine. Null for users without access to billing. */
  cost: z
    .strictObject({
      totals: z.array(z.strictObject({ amount: decimal, currency: z.string() })),
      lines: z.array(
        z.strictObject({
          item: z.string(),
          title: z.string(),
          amount: decimal,
          currency: z.string(),
          formulas: z.array(z.string()),
        }),
      ),
    })
    .nullable(),
});

const monthSchema = z
  .string()
  .trim()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, {
    message: schemaMessage(localize('invalid.message.enterMonthExample2026')),
  });
const serverParams = z.strictObject({ serverId: id });
const partParams = z.strictObject({ serverId: id, partId: id });
const readAccess = { method: 'GET', access: 'statistics.view', changes: false } as const;

export const statisticsEndpoints = {
  getStatistics: endpoint({
    title: localize('operations.getStatistics'),
    ...readAccess,
    path: '/servers/{serverId}/statistics',
    summary: 'Get a server’s statistics over time.',
    params: serverParams,
    query: chartQuery,
    answer: statistics,
  }),
  getStatisticsCsv: endpoint({
    title: localize('operations.getStatisticsCsv'),
    ...readAccess,
    path: '/servers/{serverId}/statistics/csv',
    summary: 'Export a server’s statistics as CSV (RFC 4180), with minimum and maximum per step.',
    kind: 'file',
    params: serverParams,
    query: chartQuery.extend({ part: id.optional() }),
  }),
  getPartStatistics: endpoint({
    title: localize('operations.getPartStatistics'),
    ...readAccess,
    path: '/servers/{serverId}/statistics/{partId}',
    summary: 'Get the statistics of one disk or network interface.',
    params: partParams,
    query: chartQuery,
    answer: partStatistics,
  }),
  getRuntime: endpoint({
    title: localize('operations.getRuntime'),
    ...readAccess,
    path: '/servers/{serverId}/runtime',
    summary: 'Get a server’s current load.',
    params: serverParams,
    answer: runtime,
    errors: ['engineAway'],
  }),
  getUsage: endpoint({
    title: localize('operations.getUsage'),
    ...readAccess,
    path: '/servers/{serverId}/usage',
    summary: 'Get a server’s daily usage and cost for a month.',
    params: serverParams,
    query: z.strictObject({ month: monthSchema.optional() }),
    answer: usage,
  }),
  getUsageCsv: endpoint({
    title: localize('operations.getUsageCsv'),
    ...readAccess,
    path: '/servers/{serverId}/usage/csv',
    summary: 'Export a server’s daily usage for a month as CSV (RFC 4180).',
    kind: 'file',
    params: serverParams,
    query: z.strictObject({ month: monthSchema.optional() }),
  }),
};

export { statisticsEndpoints as endpoints };
