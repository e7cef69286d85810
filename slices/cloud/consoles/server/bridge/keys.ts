import { userError } from '../../../../../contract/errors/errors.ts';
import type { Services } from '../../../../../server/platform/context.ts';
import { type WorkingKey, workingKeys } from '../../../../../server/platform/session/key.ts';
import type { Ending } from './closing.ts';

/** The access key that a console was requested with, and the generation of its secret. */
export interface KeyUse {
  id: string;
  generation: number;
}

/** A console on a server, with its access key. The key is null for consoles opened in a session. */
export interface Keyed {
  key: KeyUse | null;
  serverId: string;
}

/**
 * The reasons to close consoles whose access key is no longer valid. Other consoles are not
 * included.
 */
export async function endedByKey<C extends Keyed>(
  services: Services,
  consoles: readonly C[],
): Promise<Map<C, Ending>> {
  const ids = [...new Set(consoles.flatMap(({ key }) => key?.id ?? []))];
  const working = await workingKeys(services, ids);
  const ended = new Map<C, Ending>();
  for (const console of consoles) {
    const why = console.key && whyEnded(working.get(console.key.id), console.key, console.serverId);
    if (why) ended.set(console, why);
  }
  return ended;
}

function whyEnded(
  working: WorkingKey | undefined,
  { generation }: KeyUse,
  serverId: string,
): Ending | null {
  if (!working?.generations.includes(generation)) return { name: 'consoleKeyEnded' };
  const isItsServer = working.serverIds === null || working.serverIds.includes(serverId);
  return isItsServer && working.scopes.has('servers.operate') ? null : { name: 'consoleRightGone' };
}

/** Throws `consoleKeyEnded`, `consoleRightGone`. */
export async function refuseEndedKey(services: Services, asked: Keyed): Promise<void> {
  const why = (await endedByKey(services, [asked])).get(asked);
  if (why) throw userError(why.name);
}
