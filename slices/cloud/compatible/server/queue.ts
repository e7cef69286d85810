import type * as z from 'zod';
import { UserError } from '../../../../contract/errors/errors.ts';
import type { queueCommand, queueItem } from '../../../operations/queue/contract.ts';
import type { queuedTask, queueLine } from '../contract/parts.ts';
import { localize } from '../texts/localize.ts';
import { noCommandId } from './commands.ts';
import type { Call } from './describe/operations.ts';
import { flagError, queueTime } from './describe/values.ts';

type QueueLine = z.output<typeof queueLine>;
type QueuedTask = z.output<typeof queuedTask>;
type QueueItem = z.output<typeof queueItem>;
type QueueCommand = z.output<typeof queueCommand>;

/** Maximum number of commands per request. */
const batchSize = 100;

/**
 * With IDs, returns one line or just the log for each, in the given order. Without IDs, returns the
 * latest commands.
 */
export async function readQueue(
  call: Call,
  ids: string,
  onlyLog: boolean,
): Promise<QueueLine[] | QueuedTask[] | Pick<QueueLine, 'log'>[]> {
  const taskIds = ids.split(/[\s,]+/).filter(Boolean);
  if (taskIds.length === 0) return await latest(call);
  if (taskIds.length > batchSize)
    throw flagError(
      'id',
      `${taskIds.length} ids`,
      localize('queue.readQueue.canRequestUpOnce', { mostAtOnce: batchSize }),
    );
  const lines: QueueLine[] = [];
  for (const id of taskIds) lines.push(await readCommand(call, id));
  return onlyLog ? lines.map(({ log }) => ({ log })) : lines;
}

async function latest({ portal }: Call): Promise<QueuedTask[]> {
  const { items } = await portal('listQueue', { query: { size: '100' } });
  return items.map((item) => {
    const { commandInfo, exitCode, progress, serviceName } = item;
    const times = {
      dtCreate: queueTime(item.dtCreate),
      dtExecute: queueTime(item.dtExecute),
      dtComplete: queueTime(item.dtComplete),
    };
    return { ...lineOf(item), log: '', commandInfo, exitCode, progress, serviceName, ...times };
  });
}

export async function readCommand(call: Call, id: string): Promise<QueueLine> {
  if (id === String(noCommandId)) return immediateLine;
  if (!/^\d{1,15}$/.test(id))
    throw flagError('id', id, localize('queue.readCommand.commandNumberRequired'));
  const command = await call.portal('getQueueCommand', { params: { id } });
  const line = lineOf(command);
  // Clients only stop waiting in two states, and a canceled task must not count as complete.
  return {
    ...line,
    status: line.status === 'cancelled' ? 'error' : line.status,
    log: (await logOf(call, command)).join('\n'),
  };
}

const immediateLine: QueueLine = {
  ...{ id: noCommandId, status: 'complete', server: '', description: 'Done at once' },
  ...{ added: '', executed: '', completed: '', log: '' },
};

const statusOf = {
  queued: 'pending',
  running: 'progress',
  undoing: 'progress',
  done: 'complete',
  failed: 'error',
  cancelled: 'cancelled',
} as const;

const lineOf = (item: QueueItem): Omit<QueueLine, 'log'> => ({
  ...{
    id: item.id,
    status: statusOf[item.state],
    server: item.serviceName,
    description: item.commandInfo,
  },
  ...{
    added: queueTime(item.dtCreate),
    executed: queueTime(item.dtExecute),
    completed: queueTime(item.dtComplete),
  },
});

/**
 * The log of a new server begins with its name and addresses, because clients look for them there.
 */
async function logOf(call: Call, command: QueueCommand): Promise<string[]> {
  const logEntries = command.log
    .map(({ entry }) => entry.replaceAll('\n', ' '))
    .filter((entry) => !entry.startsWith('Name: '));
  const failure = command.failure ? [`${command.failure.reason} ${command.failure.nextStep}`] : [];
  const ended = command.state === 'cancelled' ? ['Cancelled.'] : [];
  const detailLines =
    command.type === 'server.create'
      ? [`Name: ${command.serviceName}`, ...(await addressLines(call, command))]
      : [];
  return [...detailLines, ...logEntries, ...failure, ...ended];
}

async function addressLines({ portal }: Call, { state, target }: QueueCommand): Promise<string[]> {
  if (state !== 'done') return [];
  try {
    const { nics } = await portal('getServer', { params: { serverId: target.id } });
    return nics.map(({ kind, addresses }, index) =>
      [`Network #${index + 1}:`, kind, ...addresses.map(({ address }) => address)].join(' '),
    );
  } catch (error) {
    // The server may have been deleted, or the key may have access to tasks but not to servers.
    if (error instanceof UserError) return [];
    throw error;
  }
}
