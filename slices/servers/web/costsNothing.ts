import { call } from '../../../web/client.ts';
import { isFree } from '../../../web/cost/words.ts';
import type { Server } from './commands.ts';

/** Whether it can be done without a word about money. What cannot be reckoned is asked about. */
export async function costsNothing(action: 'start' | 'restore', servers: readonly Server[]): Promise<boolean> {
  try {
    return isFree(await call('previewServersPower', { body: { action, ids: servers.map(({ id }) => id) } }));
  } catch {
    return false;
  }
}
