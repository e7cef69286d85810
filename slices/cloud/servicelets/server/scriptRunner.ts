import type { Context } from '../../../../server/platform/context.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import type { Server } from '../../servers/server/index.ts';
import type { ServiceletMethod } from './tables.ts';

type Placed = Pick<Server, 'datacenterId'>;

/** Whether the server is only simulated. */
export const isSimulated = async (ctx: Context, { datacenterId }: Placed): Promise<boolean> =>
  (await findDatacenter(ctx, datacenterId)).engine === 'simulated';

/** Returns the way to run a script without credentials. */
export const runnerWithoutSsh = async (
  ctx: Context,
  server: Placed,
): Promise<Exclude<ServiceletMethod, 'ssh'>> =>
  (await isSimulated(ctx, server)) ? 'simulated' : 'agent';
