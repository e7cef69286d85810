import { call } from '../../../../web/client.ts';
import { isFree } from '../../../../web/cost/describeCost.ts';
import type { Server } from './commands.ts';

/**
 * Whether an action needs no cost confirmation. If the cost can't be calculated, confirmation is
 * required.
 */
export async function areFree(
  action: 'start' | 'restore',
  servers: readonly Server[],
): Promise<boolean> {
  try {
    return isFree(
      await call('previewServersPower', { body: { action, ids: servers.map(({ id }) => id) } }),
    );
  } catch {
    return false;
  }
}
