import { call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import type { CommandResult, Server } from './commands.ts';
import { waitForTask } from './waitForTask.ts';

/**
 * Restores terminated servers from the Trash and starts those that were on. Waits for the
 * termination tasks to finish first.
 */
export async function undoTermination(
  servers: readonly Server[],
  results: readonly CommandResult[],
): Promise<void> {
  for (const { id, cmdId } of results) {
    if (cmdId === null) continue;
    await waitForTask(cmdId);
    const restored = await call('restoreServer', { params: { serverId: id } });
    if (restored.notes.length > 0) toast('info', restored.name, restored.notes.join('\n'));
    if (servers.find((server) => server.id === id)?.power !== 'on') continue;
    await waitForTask(restored.cmdId);
    await call('powerServer', { params: { serverId: id }, body: { state: 'on' } });
  }
}
