import { refuse } from '../../../contract/errors.ts';
import type { DiskSource } from '../../images/server/index.ts';
import { hold } from './commands/begin.ts';
import { findServer, lockServer, readDisks } from './store/find.ts';
import { resourceOf } from './store/openTasks.ts';
import { snapshotDisks } from './store/snapshots.ts';

/** Disks of servers, as images are made of them: whoever takes a whole disk away needs the right to manage the server. */
export const imageDisks: DiskSource = {
  async hold(ctx, { serverId, diskId, snapshotId }) {
    await lockServer(ctx, serverId, 'manage');
    const { server } = await hold(ctx, serverId, 'snapshot');
    const disks = snapshotId === undefined ? await readDisks(ctx, serverId) : await snapshotDisks(ctx, serverId, snapshotId);
    if (!disks) throw refuse('notFound', { what: 'snapshot', id: snapshotId ?? '' }, 'snapshotId');
    const disk = diskId === undefined ? disks[0] : disks.find(({ id }) => id === diskId);
    if (!disk) throw refuse('notFound', { what: 'disk', id: diskId ?? '' }, 'diskId');
    return {
      ...{ serverId, serverName: server.name, ownerId: server.ownerId, siteId: server.siteId, datacenterId: server.datacenterId },
      ...{ diskId: disk.id, sizeGb: disk.sizeGb, imageId: server.imageId },
      ...{ osFamily: server.osFamily, os: server.os, loginUser: server.loginUser, resource: resourceOf(serverId) },
    };
  },

  async names(ctx, serverIds) {
    const found = await Promise.all(serverIds.map((id) => findServer(ctx, id).catch(() => null)));
    return found.flatMap((server) => (server ? [server.name] : []));
  },
};
