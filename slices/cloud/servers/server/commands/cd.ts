import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { findUsableImage, listImages } from '../../../images/server/index.ts';
import { localize } from '../../texts/localize.ts';
import type { Server } from '../rules/facts.ts';
import { findServer } from '../store/find.ts';
import { cdTask } from '../tasks/cd.ts';
import { begin, hold } from './begin.ts';

export interface CdWish {
  imageId: string | null;
  startFrom: 'disk' | 'iso';
  restart?: boolean | undefined;
}

const wrong = {
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
  wish: CdWish,
): Promise<{ cmdId: number }> {
  const held = await hold(ctx, serverId, 'cd');
  const { server } = held;
  if (wish.startFrom === 'iso' && wish.imageId === null)
    throw userError('serverCdWrong', { problem: wrong.noCd }, 'imageId');
  if (wish.imageId !== null) {
    const image = await findUsableImage(ctx, wish.imageId, server.datacenterId);
    if (image.kind !== 'iso')
      throw userError('serverCdWrong', { problem: wrong.noIso(image.name) }, 'imageId');
  }
  const restarts = wish.restart === true && server.power !== 'off';
  if (restarts) await hold(ctx, serverId, 'stop');
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { cd: server.isoImageId, startsFrom: server.bootsFrom },
    after: { cd: wish.imageId, startsFrom: wish.startFrom, restart: wish.restart ?? false },
  });
  const before = { imageId: server.isoImageId, startFrom: server.bootsFrom };
  return await begin(ctx, held, cdTask, {
    serverId,
    before,
    after: { imageId: wish.imageId, startFrom: wish.startFrom },
    stop: restarts,
    start: wish.restart === true,
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
