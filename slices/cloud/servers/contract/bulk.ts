import * as z from 'zod';
import { endpoint, id } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { powerBody } from './power.ts';

/** The result for one server of a bulk call: a task, or the reason for none. */
const bulkResult = z.strictObject({
  id: z.uuid(),
  name: z.string().nullable(),
  cmdId: z.int().nullable(),
  error: z.strictObject({ code: z.int(), info: z.string() }).nullable(),
});

export const bulkEndpoints = {
  bulkPower: endpoint({
    title: localize('operations.bulkPower'),
    method: 'PUT',
    path: '/servers/power',
    command: 'servers set-power-many',
    summary:
      'Start, stop, restart, suspend, or resume several servers. Each gets a task or a reason why not.',
    access: 'servers.operate',
    changes: true,
    touches: ['server', 'task'],
    forBoundKeys: true,
    body: z.strictObject({ ids: z.array(id).min(1).max(500), ...powerBody }),
    answer: z.strictObject({ results: z.array(bulkResult) }),
  }),
  bulkTerminate: endpoint({
    title: localize('operations.bulkTerminate'),
    method: 'PUT',
    path: '/servers/terminate',
    command: 'servers terminate-many',
    summary: 'Terminate several servers. Each moves to the Trash, or gets a reason why not.',
    access: 'servers.terminate',
    changes: true,
    touches: ['server', 'task'],
    forBoundKeys: true,
    dangerous: true,
    body: z.strictObject({ ids: z.array(id).min(1).max(500) }),
    answer: z.strictObject({ results: z.array(bulkResult) }),
  }),
};
