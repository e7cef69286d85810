import * as z from 'zod';
import { decimal, endpoint, moment } from '../../../../contract/endpoint.ts';
import { datePage, datePageQuery } from '../../../../contract/fields/page.ts';
import { estimateAnswer } from '../../../money/pricing/contract.ts';
import { localize } from '../texts/localize.ts';
import { serverParams } from './parts.ts';

export const historyItem = z.strictObject({
  id: z.string(),
  at: moment,
  /** A user's request, or an engine event. */
  kind: z.enum(['task', 'change', 'event']),
  text: z.string(),
  outcome: z.enum(['done', 'refused', 'failed', 'cancelled', 'open']),
  /** Who made the change. Empty for the portal itself. */
  by: z.string(),
  ip: z.string(),
  /** The task ID. Null when the entry isn't a task. */
  cmdId: z.int().nullable(),
  /** Values that changed. */
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
});

export const historyEndpoints = {
  getServerHistory: endpoint({
    title: localize('operations.getServerHistory'),
    method: 'GET',
    path: '/servers/{serverId}/history',
    summary: 'Get a server’s history, newest first.',
    access: 'servers.view',
    changes: false,
    topics: ['server:{serverId}', 'task'],
    params: serverParams,
    query: datePageQuery,
    answer: datePage(historyItem),
  }),
  getServerCost: endpoint({
    title: localize('operations.getServerCost'),
    method: 'GET',
    path: '/servers/{serverId}/cost',
    summary: 'Get a server’s month-to-date cost and current rate.',
    access: 'billing.view',
    changes: false,
    topics: ['server:{serverId}'],
    params: serverParams,
    answer: z.strictObject({
      amount: decimal,
      /** Projected cost at the end of the month, if nothing changes. */
      projected: decimal.nullable(),
      currency: z.string(),
      from: moment,
      lines: z.array(z.strictObject({ item: z.string(), title: z.string(), amount: decimal })),
      /** The current price. */
      now: estimateAnswer,
    }),
  }),
};
