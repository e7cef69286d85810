import * as z from 'zod';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../../server/platform/settings/settings.ts';
import { restoreParkedNics, updateNicServer } from '../../../networks/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { checkRestoreCost } from '../costs/costChecks.ts';
import type { Server } from '../rules/facts.ts';
import { restoredName } from '../rules/names.ts';
import { restoreNotes } from '../rules/restoreNotes.ts';
import { namesOf } from '../store/find.ts';
import { serverTables } from '../store/tables.ts';
import { refreshAddresses, withFreeName } from '../store/write.ts';
import { purgeTask, restoreTask, terminateTask } from '../tasks/trash.ts';
import { lockForAction, startServerTask } from './lockForAction.ts';

export const trashHours = defineSetting({
  id: 'servers.binHours',
  schema: z
    .number()
    .min(0)
    .max(24 * 365),
  fallback: 48,
  level: 'site',
  access: 'settings.manage',
  title: localize('binHours'),
});

/**
 * Stops the server and moves it to the Trash, which releases its name and its private addresses.
 * Throws `serverWrongState`, `serverBusy`, `datacenterNotReady`.
 */
export async function terminate(
  ctx: SignedInContext,
  serverId: string,
): Promise<{ cmdId: number }> {
  const locked = await lockForAction(ctx, serverId, 'terminate');
  return await startServerTask(ctx, locked, terminateTask, {
    serverId,
    binHours: await readSetting(ctx, trashHours),
  });
}

export interface Restored {
  cmdId: number;
  /** The server's name after the restore. */
  name: string;
  /** What couldn't be restored unchanged, as messages for the user. */
  notes: string[];
}

/**
 * Restores the server from the Trash. Its name and addresses are assigned when the call returns.
 * Those in use elsewhere are replaced (see `notes`). Throws `serverNotInBin`, `serverBusy`, and the
 * errors of order checks.
 */
export async function restore(ctx: SignedInContext, serverId: string): Promise<Restored> {
  const locked = await lockForAction(ctx, serverId, 'restore');
  await checkRestoreCost(ctx, locked.server);
  const server = { ...locked.server, name: await claimName(ctx, locked.server) };
  const nics = await restoreParkedNics(ctx, server, server.datacenterId);
  await updateNicServer(ctx, server);
  await refreshAddresses(ctx, serverId);
  const notes = restoreNotes({ before: locked.server.name, after: server.name }, nics);
  if (notes.length > 0)
    ctx.note({
      ...{ targetType: 'server', targetId: serverId },
      before: { name: locked.server.name, addresses: nics.flatMap(({ before }) => before) },
      after: { name: server.name, addresses: nics.flatMap(({ after }) => after ?? []) },
    });
  const { cmdId } = await startServerTask(ctx, { ...locked, server }, restoreTask, {
    serverId,
    notes,
  });
  return { cmdId, name: server.name, notes: notes.map((note) => note[ctx.language]) };
}

/** The server's own name if it is free, otherwise a name derived from it. */
async function claimName(ctx: SignedInContext, { id, ownerId, name }: Server): Promise<string> {
  const usedNames = await namesOf(ctx, ownerId);
  const freeName = usedNames.has(name.toLowerCase()) ? restoredName(name, usedNames) : name;
  await withFreeName(freeName, 'name', () =>
    serverTables(ctx.db)
      .updateTable('server')
      .set({ name: freeName, name_held: true })
      .where('id', '=', id)
      .execute(),
  );
  return freeName;
}

/** Deletes the server permanently. Throws `serverNotInBin`, `serverBusy`. */
export async function purge(ctx: SignedInContext, serverId: string): Promise<{ cmdId: number }> {
  return await startServerTask(ctx, await lockForAction(ctx, serverId, 'purge'), purgeTask, {
    serverId,
  });
}
