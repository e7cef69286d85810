import * as z from 'zod';
import { refuse } from '../../../../contract/errors.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../server/platform/settings/settings.ts';
import { askBeforeRestoring } from '../orders.ts';
import type { Server } from '../rules/facts.ts';
import { heldNames } from '../store/find.ts';
import { serverTables } from '../store/tables.ts';
import { withFreeName } from '../store/write.ts';
import { purgeTask, restoreTask, terminateTask } from '../tasks/bin.ts';
import { begin, hold } from './begin.ts';

export const binHours = defineSetting({
  id: 'servers.binHours',
  schema: z
    .number()
    .min(0)
    .max(24 * 365),
  fallback: 48,
  level: 'site',
  access: 'settings.manage',
  title: { en: 'Hours a terminated server waits in the bin', he: 'שעות שבהן שרת שבוטל ממתין בסל' },
});

/** Stops the server and puts it into the bin. Throws `serverWrongState`, `serverBusy`, `datacenterNotReady`. */
export async function terminate(ctx: SignedInContext, serverId: string): Promise<{ cmdId: number }> {
  const held = await hold(ctx, serverId, 'terminate');
  return await begin(ctx, held, terminateTask, { serverId, binHours: await readSetting(ctx, binHours) });
}

/**
 * Takes it out of the bin. Its name is its own again from the call on, so that the task never fails for it. Throws `serverNotInBin`,
 * `serverBusy`, `serverRestoreNameTaken` when it lost its name before names waited in the bin, and what guards orders refuse.
 */
export async function restore(ctx: SignedInContext, serverId: string): Promise<{ cmdId: number }> {
  const held = await hold(ctx, serverId, 'restore');
  await askBeforeRestoring(ctx, held.server);
  await takeNameBack(ctx, held.server);
  return await begin(ctx, held, restoreTask, { serverId });
}

async function takeNameBack(ctx: SignedInContext, { id, ownerId, name }: Server): Promise<void> {
  const db = serverTables(ctx.db);
  const { name_held: isHeld } = await db.selectFrom('server').select('name_held').where('id', '=', id).executeTakeFirstOrThrow();
  if (isHeld) return;
  const holder = (await heldNames(ctx, ownerId, [name])).get(name.toLowerCase());
  if (holder) throw refuse(holder.isInBin ? 'serverRestoreNameInBin' : 'serverRestoreNameTaken', { name });
  await withFreeName(name, 'name', () => db.updateTable('server').set({ name_held: true }).where('id', '=', id).execute());
}

/** Deletes it for good. Throws `serverNotInBin`, `serverBusy`. */
export async function purge(ctx: SignedInContext, serverId: string): Promise<{ cmdId: number }> {
  return await begin(ctx, await hold(ctx, serverId, 'purge'), purgeTask, { serverId });
}
