import { announce } from '../../../../server/platform/events/hub.ts';
import type { Db } from './tables.ts';

/** Notifies the browsers that display the server's firewall. */
export async function announceFirewall(
  ctx: Db,
  server: { id: string; siteId: string; ownerId: string },
): Promise<void> {
  await announce(ctx.db, {
    topic: 'server',
    id: server.id,
    siteId: server.siteId,
    ownerId: server.ownerId,
    data: { firewall: true },
  });
}
