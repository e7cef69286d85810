import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import type { DiskSelection, DiskSource } from '../../../images/server/index.ts';
import { lockForAction } from '../commands/lockForAction.ts';
import type { Disk } from '../rules/facts.ts';
import { findServer, lockServer, readDisks } from '../store/find.ts';
import { resourceOf } from '../store/openTasks.ts';
import { snapshotDisks } from '../store/snapshots.ts';

/**
 * Server disks as sources of images. Copying a whole disk requires the right to manage the server.
 */
export const imageDisks: DiskSource = {
  async look(ctx, selection) {
    const { ownerId, siteId } = await findServer(ctx, selection.serverId);
    return { ownerId, siteId, sizeGb: (await selectedDisk(ctx, selection)).sizeGb };
  },

  async hold(ctx, { serverId, diskId, snapshotId }) {
    await lockServer(ctx, serverId, 'manage');
    const { server } = await lockForAction(ctx, serverId, 'snapshot');
    const disk = await selectedDisk(ctx, { serverId, diskId, snapshotId });
    return {
      ...{
        serverId,
        serverName: server.name,
        ownerId: server.ownerId,
        siteId: server.siteId,
        datacenterId: server.datacenterId,
      },
      ...{ diskId: disk.id, sizeGb: disk.sizeGb, imageId: server.imageId },
      ...{
        osFamily: server.osFamily,
        os: server.os,
        loginUser: server.loginUser,
        resource: resourceOf(serverId),
      },
    };
  },

  async names(ctx, serverIds) {
    const found = await Promise.all(serverIds.map((id) => findServer(ctx, id).catch(() => null)));
    return found.flatMap((server) => (server ? [server.name] : []));
  },
};

async function selectedDisk(
  ctx: SignedInContext,
  { serverId, diskId, snapshotId }: DiskSelection,
): Promise<Disk> {
  const disks =
    snapshotId === undefined
      ? await readDisks(ctx, serverId)
      : await snapshotDisks(ctx, serverId, snapshotId);
  if (!disks) throw userError('notFound', { what: 'snapshot', id: snapshotId ?? '' }, 'snapshotId');
  const disk = diskId === undefined ? disks[0] : disks.find(({ id }) => id === diskId);
  if (!disk) throw userError('notFound', { what: 'disk', id: diskId ?? '' }, 'diskId');
  return disk;
}
