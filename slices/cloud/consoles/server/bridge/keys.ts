import { userError } from '../../../../../contract/errors/errors.ts';
import type { Services } from '../../../../../server/platform/context.ts';
import { type WorkingKey, workingKeys } from '../../../../../server/platform/session/key.ts';
import type { CloseReason } from './closing.ts';

/** The access key that a console was requested with, and the generation of its secret. */
export interface KeyUse {
  id: string;
  generation: number;
}

/** A console on a server, with its access key. The key is null for consoles opened in a session. */
export interface KeyedConsole {
  key: KeyUse | null;
  serverId: string;
}

/**
 * The reasons to close consoles whose access key is no longer valid. Other consoles are not
 * included.
 */
export async function endedByKey<C extends KeyedConsole>(
  services: Services,
  consoles: readonly C[],
): Promise<Map<C, CloseReason>> {
  const ids = [...new Set(consoles.flatMap(({ key }) => key?.id ?? []))];
  const working = await workingKeys(services, ids);
  const ended = new Map<C, CloseReason>();
  for (const console of consoles) {
    const ending =
      console.key && endReason(working.get(console.key.id), console.key, console.serverId);
    if (ending) ended.set(console, ending);
  }
  return ended;
}

function endReason(
  working: WorkingKey | undefined,
  { generation }: KeyUse,
  serverId: string,
): CloseReason | null {
  if (!working?.generations.includes(generation)) return { name: 'consoleKeyEnded' };
  const coversServer = working.serverIds === null || working.serverIds.includes(serverId);
  return coversServer && working.scopes.has('servers.operate')
    ? null
    : { name: 'consoleRightGone' };
}

/** Throws `consoleKeyEnded`, `consoleRightGone`. */
export async function requireActiveKey(services: Services, asked: KeyedConsole): Promise<void> {
  const ending = (await endedByKey(services, [asked])).get(asked);
  if (ending) throw userError(ending.name);
}
