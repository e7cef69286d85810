import * as z from 'zod';
import { commandHandle, endpoint } from '../../../../contract/endpoint.ts';
import { orderErrors } from '../../../money/pricing/contract/orderErrors.ts';
import { localize } from '../texts/localize.ts';
import { serverParams } from './parts.ts';

/** `resumed` ends a suspension. So does `on`. */
export const powerCommand = z.enum(['on', 'off', 'suspended', 'resumed', 'reboot']);

/** `force`: with `off`, cuts the power instead of shutting down the guest. */
export const powerBody = { state: powerCommand, force: z.boolean().optional() };

export const powerEndpoints = {
  powerServer: endpoint({
    title: localize('operations.powerServer'),
    method: 'PUT',
    path: '/servers/{serverId}/power',
    command: 'servers set-power',
    summary: 'Start, stop, restart, suspend, or resume a server.',
    access: 'servers.operate',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    params: serverParams,
    body: z.strictObject(powerBody),
    answer: commandHandle,
    errors: [
      ...orderErrors,
      'serverLocked',
      'serverWrongState',
      'serverBusy',
      'datacenterNotReady',
    ],
  }),
};
