import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import { UserError } from '../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import type { CostPreview } from '../../../money/pricing/server/index.ts';
import { findUsableImage } from '../../images/server/index.ts';
import {
  copyName,
  createServers,
  previewNewServer,
  serverNamesOf,
} from '../../servers/server/index.ts';
import { requireReadyBackup } from './backups.ts';
import { fileOf } from './files.ts';
import { type Backup, findBackup, lockBackup } from './store.ts';

interface CopyOptions {
  name?: string | undefined;
  networkId?: string | undefined;
  password?: string | undefined;
  powerOn?: boolean | undefined;
}

/**
 * The price-relevant configuration of a server created from a backup: the original size and one
 * network interface.
 */
const pricedOf = (
  { configuration: { cpuType, cores, ramMb, billingMode, disks }, datacenterId }: Backup,
  networkId = 'auto',
) => ({
  ...{ datacenterId, cpuType, cores, ramMb, billingMode },
  disks: disks.map(({ sizeGb }) => ({ sizeGb })),
  nics: [{ networkId }],
});

/** Throws `backupNotReady` and the errors of server creation. */
export async function copyBackup(
  ctx: SignedInContext,
  backupId: string,
  input: CopyOptions,
): Promise<{ cmdId: number; serverId: string; name: string }> {
  const backup = await lockBackup(ctx, backupId, requiredRightFor('servers.create'));
  requireReadyBackup(backup);
  const { configuration, datacenterId } = backup;
  const imageId = await usableImage(ctx, configuration.image.id, datacenterId);
  const { name: imageName, os, osFamily, loginUser, priceItem } = configuration.image;
  const { cmdId, servers } = await createServers(
    ctx,
    {
      ...{ ...pricedOf(backup, input.networkId), tags: configuration.tags },
      name: input.name ?? copyName(backup.serverName, await serverNamesOf(ctx, ctx.actor.userId)),
      ...(input.powerOn !== undefined && { powerOn: input.powerOn }),
      ...(input.password && { password: input.password }),
    },
    {
      engineSource: {
        kind: 'files',
        paths: configuration.disks.map((_disk, index) => fileOf(ctx, backupId, index)),
        imageId,
      },
      ...{
        imageId,
        imageCode: null,
        imageName,
        os,
        osFamily,
        loginUser,
        priceItem,
        minDiskGb: 0,
        minRamMb: 0,
        needsCredentials: false,
      },
      copiedDisksGb: configuration.disks.map(({ sizeGb }) => sizeGb),
    },
  );
  const [server] = servers;
  if (!server) throw new Error('A server was asked for and none was made.');
  return { cmdId, serverId: server.id, name: server.name };
}

/**
 * The additional cost for the user of a server created from the backup with default settings.
 * Throws `notFound`, `priceMissing`.
 */
export async function previewRestoredServer(
  ctx: SignedInContext,
  backupId: string,
): Promise<CostPreview> {
  const backup = await findBackup(ctx, backupId);
  return await previewNewServer(ctx, pricedOf(backup), backup.configuration.image.priceItem);
}

/**
 * The image the server was created from, if it still exists. Required for systems without their own
 * boot loader.
 */
async function usableImage(
  ctx: Context,
  imageId: string | null,
  datacenterId: string,
): Promise<string | null> {
  if (imageId === null) return null;
  try {
    return (await findUsableImage(ctx, imageId, datacenterId)).id;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
