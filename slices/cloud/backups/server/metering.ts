import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  type CostPreview,
  previewSpans,
  type Subject,
  type SubjectItems,
  setSpans,
} from '../../../money/pricing/server/index.ts';
import type { Server } from '../../servers/server/index.ts';
import { type Backup, backupsOf, findBackup } from './store.ts';

/**
 * Whether the backup is included in the charge by disk size of a running server with backups
 * enabled. All other backups are charged by their own size.
 */
const isCovered = (backup: Backup, server: Server | null): boolean =>
  server !== null &&
  server.state === 'live' &&
  server.hasBackup &&
  server.ownerId === backup.ownerId;

/** The backup as a billing subject. */
export const subjectOf = ({ id, serverName, ownerId, siteId }: Backup): Subject => ({
  type: 'backup',
  id,
  name: serverName,
  ownerId,
  siteId,
});

/** The metered items of a server's backups. `server` is null when the server was deleted. */
export async function backupItems(
  ctx: Pick<Context, 'db'>,
  serverId: string,
  server: Server | null,
): Promise<SubjectItems[]> {
  return (await backupsOf(ctx, [serverId])).map((backup) => ({
    subject: subjectOf(backup),
    items:
      backup.state === 'ready' && !isCovered(backup, server)
        ? [
            {
              item: 'backup.gb',
              quantity: gigabytes(backup.sizeBytes),
              mode: 'hourly',
              powerState: 'on',
            },
          ]
        : [],
  }));
}

/** Updates metering to the current backups of a server, within the transaction of the change. */
export async function meterBackups(
  ctx: Pick<Context, 'db' | 'clock'>,
  serverId: string,
  server: Server | null,
): Promise<void> {
  for (const { subject, items } of await backupItems(ctx, serverId, server))
    await setSpans(ctx, subject, items);
}

/** What is no longer charged after the backup is deleted. Throws `notFound`. */
export async function previewRemoval(ctx: SignedInContext, backupId: string): Promise<CostPreview> {
  const backup = await findBackup(ctx, backupId);
  return {
    changes: await previewSpans(ctx, [{ subject: subjectOf(backup), items: [] }]),
    whileOn: null,
    basis: 'exact',
  };
}

/** Rounds to four decimals, but never to zero. */
const gigabytes = (bytes: number): string => Math.max(0.0001, bytes / 2 ** 30).toFixed(4);
