import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { findUsableImage, listImages } from '../../../images/server/index.ts';
import { localize } from '../../texts/localize.ts';
import type { Server } from '../rules/facts.ts';
import { findServer } from '../store/find.ts';
import { cdTask } from '../tasks/cd.ts';
import { lockForAction, startServerTask } from './lockForAction.ts';

export interface CdRequest {
  imageId: string | null;
  startFrom: 'disk' | 'iso';
  restart?: boolean | undefined;
}

const problems = {
  noCd: localize('wrong.noCd'),
  noIso: (name: string) => localize('wrong.noIso', { name }),
};

/**
 * Inserts a CD into the drive or ejects it. Throws `serverCdWrong`, `imageNotReady`, and
 * `serverLocked` for a restart of a locked server.
 */
export async function setCd(
  ctx: SignedInContext,
  serverId: string,
  request: CdRequest,
): Promise<{ cmdId: number }> {
  const locked = await lockForAction(ctx, serverId, 'cd');
  const { server } = locked;
  if (request.startFrom === 'iso' && request.imageId === null)
    throw userError('serverCdWrong', { problem: problems.noCd }, 'imageId');
  if (request.imageId !== null) {
    const image = await findUsableImage(ctx, request.imageId, server.datacenterId);
    if (image.kind !== 'iso')
      throw userError('serverCdWrong', { problem: problems.noIso(image.name) }, 'imageId');
  }
  const restarts = request.restart === true && server.power !== 'off';
  if (restarts) await lockForAction(ctx, serverId, 'stop');
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { cd: server.isoImageId, startsFrom: server.bootsFrom },
    after: {
      cd: request.imageId,
      startsFrom: request.startFrom,
      restart: request.restart ?? false,
    },
  });
  const before = { imageId: server.isoImageId, startFrom: server.bootsFrom };
  return await startServerTask(ctx, locked, cdTask, {
    serverId,
    before,
    after: { imageId: request.imageId, startFrom: request.startFrom },
    stop: restarts,
    start: request.restart === true,
  });
}

/** The CD images that can be inserted into the server's drive now. */
export async function listCds(
  ctx: SignedInContext,
  serverId: string,
): Promise<{ items: { id: string; name: string }[] }> {
  const server = await findServer(ctx, serverId, 'manage');
  const { items } = await listImages(ctx, { size: 0, sorting: 'name' });
  return {
    items: items
      .filter(({ kind, readyIn }) => kind === 'iso' && readyIn.includes(server.datacenterId))
      .map(({ id, name, version }) => ({
        id,
        name: version && !name.includes(version) ? `${name} ${version}` : name,
      })),
  };
}

/** The ID and name of the CD in the drive. Null when the drive is empty. */
export async function cdOf(
  ctx: Pick<SignedInContext, 'db'>,
  server: Server,
): Promise<{ id: string; name: string } | null> {
  if (server.isoImageId === null) return null;
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id, name from image where id = ${server.isoImageId}`.execute(ctx.db);
  return rows[0] ?? null;
}
