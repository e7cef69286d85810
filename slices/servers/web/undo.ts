import { call } from '../../../web/client.ts';
import { toast } from '../../../web/data/toasts.ts';
import type { CommandResult, Server } from './commands.ts';

const lookEveryMs = 400;
const patienceMs = 120_000;

/** Restores terminated servers from the Trash and starts those that were on. Waits for the termination tasks to finish first. */
export async function undoTermination(servers: readonly Server[], results: readonly CommandResult[]): Promise<void> {
  for (const { id, cmdId } of results) {
    if (cmdId === null) continue;
    await taskEnds(cmdId);
    const restored = await call('restoreServer', { params: { serverId: id } });
    if (restored.notes.length > 0) toast('info', restored.name, restored.notes.join('\n'));
    if (servers.find((server) => server.id === id)?.power !== 'on') continue;
    await taskEnds(restored.cmdId);
    await call('powerServer', { params: { serverId: id }, body: { state: 'on' } });
  }
}

async function taskEnds(cmdId: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookEveryMs) {
    const { exitCode } = await call('getQueueCommand', { params: { id: String(cmdId) } });
    if (exitCode !== null) return;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
