import * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../server/platform/settings/settings.ts';
import { askBeforeRestoring } from '../orders.ts';
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
  title: { en: 'Hours a terminated server waits in the bin', he: 'שעות שבהן שרת שבוטל ממתין בסל' },
});

/** Stops the server and puts it into the bin. Throws `serverWrongState`, `serverBusy`, `datacenterNotReady`. */
export async function terminate(ctx: SignedInContext, serverId: string): Promise<{ cmdId: number }> {
  const held = await hold(ctx, serverId, 'terminate');
  return await begin(ctx, held, terminateTask, { serverId, binHours: await readSetting(ctx, binHours) });
}

/** Takes it out of the bin. Throws `serverNotInBin`, `serverBusy`, and what guards orders refuse. */
export async function restore(ctx: SignedInContext, serverId: string): Promise<{ cmdId: number }> {
  const held = await hold(ctx, serverId, 'restore');
  await askBeforeRestoring(ctx, held.server);
  return await begin(ctx, held, restoreTask, { serverId });
}

/** Deletes it for good. Throws `serverNotInBin`, `serverBusy`. */
export async function purge(ctx: SignedInContext, serverId: string): Promise<{ cmdId: number }> {
  return await begin(ctx, await hold(ctx, serverId, 'purge'), purgeTask, { serverId });
}
