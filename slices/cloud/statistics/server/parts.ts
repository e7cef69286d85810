import { userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { describeNics } from '../../networks/server/index.ts';
import { disksOfServer } from '../../servers/server/index.ts';

export interface Part {
  id: string;
  kind: 'disk' | 'nic';
  name: string;
  detail: string;
}

/** Returns the disks of a server in order, followed by its network interfaces. */
export async function partsOf(ctx: Context, serverId: string): Promise<Part[]> {
  const [disks, nics] = await Promise.all([
    disksOfServer(ctx, serverId),
    describeNics(ctx, [serverId]),
  ]);
  return [
    ...disks.map(
      ({ id, position, sizeGb }): Part => ({
        id,
        kind: 'disk',
        name: String(position),
        detail: `${sizeGb} GB`,
      }),
    ),
    ...nics.map(
      ({ nicId, networkName, address, mac }): Part => ({
        id: nicId,
        kind: 'nic',
        name: networkName,
        detail: address || mac,
      }),
    ),
  ];
}

/** Throws `notFound`. */
export async function findPart(ctx: Context, serverId: string, partId: string): Promise<Part> {
  const found = (await partsOf(ctx, serverId)).find(({ id }) => id === partId);
  if (!found) throw userError('notFound', { what: 'disk or network card', id: partId });
  return found;
}
