import { type Answer, call } from '../../../../web/client.ts';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';

export type Server = Answer<'listServers'>['items'][number];

const powerStates = {
  start: 'on',
  stop: 'off',
  reboot: 'reboot',
  suspend: 'suspended',
  resume: 'resumed',
} as const;
type PowerVerb = keyof typeof powerStates;

/** Actions that are tasks and are started by one call. */
export type CommandVerb = PowerVerb | 'terminate' | 'restore' | 'purge';

/** Creates a snapshot named after its creation time. */
export async function createDefaultSnapshot(server: Server): Promise<void> {
  await call('createSnapshot', { params: { serverId: server.id }, body: {} });
}

/** The result for one server of a bulk action: its task, or the reason for none. */
export interface CommandResult {
  id: string;
  name: string;
  cmdId: number | null;
  problem: string | null;
  /** Notes for the server's owner. */
  notes?: string[];
}

/** Maximum number of servers per call. */
const bulkLimit = 500;

const isPowerVerb = (verb: CommandVerb): verb is PowerVerb => verb in powerStates;

async function sendCommand(
  verb: Exclude<CommandVerb, 'restore'>,
  serverId: string,
  force: boolean,
): Promise<number> {
  const params = { serverId };
  if (isPowerVerb(verb)) {
    const body = { state: powerStates[verb], ...(force ? { force } : {}) };
    return (await call('powerServer', { params, body })).cmdId;
  }
  if (verb === 'terminate') return (await call('terminateServer', { params })).cmdId;
  return (await call('purgeServer', { params })).cmdId;
}

async function commandServer(
  verb: CommandVerb,
  { id, name }: Server,
  force: boolean,
): Promise<CommandResult> {
  if (verb !== 'restore')
    return { id, name, cmdId: await sendCommand(verb, id, force), problem: null };
  const restored = await call('restoreServer', { params: { serverId: id } });
  return { id, name: restored.name, cmdId: restored.cmdId, problem: null, notes: restored.notes };
}

async function commandBatch(
  verb: PowerVerb | 'terminate',
  servers: readonly Server[],
  force: boolean,
): Promise<CommandResult[]> {
  const ids = servers.map(({ id }) => id);
  const answer =
    verb === 'terminate'
      ? await call('bulkTerminate', { body: { ids } })
      : await call('bulkPower', {
          body: { ids, state: powerStates[verb], ...(force ? { force } : {}) },
        });
  return answer.results.map(({ id, name, cmdId, error }) => ({
    ...{ id, cmdId },
    name: name ?? servers.find((server) => server.id === id)?.name ?? id,
    problem: error?.info ?? null,
  }));
}

/**
 * There are no bulk calls for the Trash, so servers are processed one by one, each with its own
 * result.
 */
async function commandServers(
  verb: CommandVerb,
  servers: readonly Server[],
): Promise<CommandResult[]> {
  const results: CommandResult[] = [];
  for (const server of servers) {
    try {
      results.push(await commandServer(verb, server, false));
    } catch (error) {
      results.push({ id: server.id, name: server.name, cmdId: null, problem: errorText(error) });
    }
  }
  return results;
}

/**
 * Runs the action on the servers. Throws `CallError` when the only server or the whole call is
 * rejected.
 */
export async function command(
  verb: CommandVerb,
  servers: readonly Server[],
  force = false,
): Promise<CommandResult[]> {
  const [first, second] = servers;
  if (first && !second) return [await commandServer(verb, first, force)];
  if (verb === 'restore' || verb === 'purge') return await commandServers(verb, servers);
  const results: CommandResult[] = [];
  for (let offset = 0; offset < servers.length; offset += bulkLimit)
    results.push(...(await commandBatch(verb, servers.slice(offset, offset + bulkLimit), force)));
  return results;
}
