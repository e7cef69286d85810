import type { Context } from '../../../../../server/platform/context.ts';
import { setSpans } from '../../../../money/pricing/server/index.ts';
import { releaseUse } from '../../../images/server/index.ts';
import { describeNics, releaseNic } from '../../../networks/server/index.ts';
import { announceServerChange } from '../hooks.ts';
import { lockServerForUpdate } from '../store/find.ts';
import { serverTables } from '../store/tables.ts';
import { announceServer, subjectOf } from '../store/write.ts';

/**
 * Deletes a server that no longer exists in its engine, with its row, disks, snapshots,
 * measurements, addresses, image use and metering. Idempotent.
 */
export async function deleteServerRecords(ctx: Context, serverId: string): Promise<void> {
  const server = await lockServerForUpdate(ctx, serverId);
  for (const { nicId } of await describeNics(ctx, [serverId])) await releaseNic(ctx, nicId);
  await releaseUse(ctx, serverId);
  if (!server) return;
  await setSpans(ctx, subjectOf(server), []);
  await serverTables(ctx.db).deleteFrom('server').where('id', '=', serverId).execute();
  await announceServerChange(ctx, serverId, null);
  await announceServer(ctx, server, { state: 'gone' });
}
