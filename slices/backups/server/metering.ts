import type { Context } from '../../../server/platform/context.ts';
import { setSpans } from '../../pricing/server/index.ts';
import type { Server } from '../../servers/server/index.ts';
import { type Backup, backupsOf } from './store.ts';

/** A running server with backup pays for it by its disks, whatever lies stored. Backups without one are paid for by their size. */
const isCovered = (backup: Backup, server: Server | null): boolean =>
  server !== null && server.state === 'live' && server.hasBackup && server.ownerId === backup.ownerId;

/** Makes the metering say what the backups of a server cost now, in the transaction of the change. */
export async function meterBackups(ctx: Pick<Context, 'db' | 'clock'>, serverId: string, server: Server | null): Promise<void> {
  for (const backup of await backupsOf(ctx, [serverId])) {
    const costs = backup.state === 'ready' && !isCovered(backup, server);
    await setSpans(
      ctx,
      { type: 'backup', id: backup.id, name: backup.serverName, ownerId: backup.ownerId, siteId: backup.siteId },
      costs ? [{ item: 'backup.gb', quantity: gigabytes(backup.sizeBytes), mode: 'hourly', powerState: 'on' }] : [],
    );
  }
}

/** Four decimals, and never nothing. */
const gigabytes = (bytes: number): string => Math.max(0.0001, bytes / 2 ** 30).toFixed(4);
