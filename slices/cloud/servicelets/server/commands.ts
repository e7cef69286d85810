import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { code } from '../../../../contract/errors/messages.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { cancelTask } from '../../../../server/platform/tasks/cancelTask.ts';
import { startTask } from '../../../../server/platform/tasks/startTask.ts';
import type { TaskType } from '../../../../server/platform/tasks/task.ts';
import { keyOf } from '../../consoles/server/index.ts';
import { engineOf } from '../../datacenters/server/index.ts';
import {
  findServer,
  findUsableServer,
  lockServer,
  type Server,
} from '../../servers/server/index.ts';
import type { serviceletDetail, serviceletEndpoints, serviceletItem } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { runnerWithoutSsh } from './scriptRunner.ts';
import {
  announceServicelet,
  findServicelet,
  type InputValues,
  openCount,
  type ServiceletSummary,
  type SshAccess,
  serviceletsOf,
} from './store.ts';
import { type ServiceletKind, serviceletTables } from './tables.ts';
import { queueOf, type ServiceletInput, serviceletTask } from './task.ts';

/**
 * Maximum number of pending scripts per server, so that a client in an endless loop can't fill the
 * queue.
 */
const maxOpen = 20;
const defaultTimeoutSeconds = 300;
const usualSshPort = 22;

type List = z.output<(typeof serviceletEndpoints)['listServicelets']['answer']>;
type RunBody = z.output<(typeof serviceletEndpoints)['runServicelet']['body']>;

const requiredRight = requiredRightFor('servicelets.run');

export async function listServicelets(ctx: SignedInContext, serverId: string): Promise<List> {
  const server = await findServer(ctx, serverId, requiredRight);
  const obstacle = await runObstacle(ctx, server);
  const items = await serviceletsOf(ctx, serverId);
  return {
    items: items.map((row) => present(ctx, row)),
    run: obstacle?.[ctx.language] ?? null,
    by: await chooseTransport(ctx, server, items),
  };
}

/** Returns the way used by the last command, or SSH if no agent responded to it. */
async function chooseTransport(
  ctx: Context,
  server: Server,
  latestFirst: readonly ServiceletSummary[],
): Promise<List['by']> {
  const defaultRunner = await runnerWithoutSsh(ctx, server);
  const last = latestFirst.find(({ kind }) => kind === 'command');
  return defaultRunner === 'agent' &&
    (last?.by === 'ssh' || last?.problemCode === code.guestAgentSilent)
    ? 'ssh'
    : defaultRunner;
}

/** Returns why no script can run on the server now. Null if one can. */
export async function runObstacle(ctx: Context, server: Server): Promise<LocalizedText | null> {
  if (server.state === 'bin') return localize('commands.runObstacle.serverTerminatedRestoreFirst');
  if (server.state === 'creating') return localize('commands.runObstacle.serverStillBeingCreated');
  if (server.power !== 'on') return localize('commands.runObstacle.serverIsntRunningStart');
  return (await openCount(ctx, server.id)) >= maxOpen
    ? localize('commands.runObstacle.scriptsAlreadyQueue', { mostOpen: maxOpen })
    : null;
}

function present(ctx: Context, row: ServiceletSummary): z.output<typeof serviceletItem> {
  const isOpen = row.endedAt === null;
  const scriptEnded: LocalizedText = localize('commands.ended.scriptEnded');
  return {
    ...{
      id: row.id,
      kind: row.kind,
      title: row.title[ctx.language],
      state: row.state,
      exitCode: row.exitCode,
    },
    ...{ problem: row.problem?.[ctx.language] ?? null, problemCode: row.problemCode, by: row.by },
    ssh:
      row.sshUser === null || row.sshPort === null
        ? null
        : { user: row.sshUser, port: row.sshPort },
    ...{ cmdId: row.cmdId, createdBy: row.email ?? '' },
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    actions: { cancel: isOpen ? null : scriptEnded[ctx.language] },
  };
}

export async function getServicelet(
  ctx: SignedInContext,
  serverId: string,
  id: string,
): Promise<z.output<typeof serviceletDetail>> {
  await findServer(ctx, serverId, requiredRight);
  const found = await findServicelet(ctx, serverId, id);
  if (!found) throw userError('notFound', { what: 'servicelet', id });
  const { script, timeoutSeconds, output, isTruncated } = found;
  return { ...present(ctx, found), script, timeoutSeconds, output, isTruncated };
}

/** Queues a user's script for the server. */
export async function runScript(
  ctx: SignedInContext,
  serverId: string,
  body: RunBody,
): Promise<{ id: string; cmdId: number }> {
  const server = await lockServer(ctx, serverId, requiredRight);
  ctx.note({ targetType: 'server', targetId: server.id });
  const obstacle = await runObstacle(ctx, server);
  if (obstacle) {
    if ((await openCount(ctx, serverId)) >= maxOpen)
      throw userError('serviceletQueueFull', { name: server.name, max: maxOpen });
    throw userError('serverWrongState', { problem: obstacle });
  }
  await engineOf(ctx, server.datacenterId);
  const ssh = body.ssh && sshAccessOf(body.ssh);
  const title = body.title || firstLine(body.script);
  const queued = await queueServicelet(ctx, server, {
    kind: 'command',
    title: eachLanguage(() => title),
    script: body.script,
    timeoutSeconds: body.timeoutSeconds ?? defaultTimeoutSeconds,
    ...(ssh && { environment: { values: {}, secrets: {}, ssh } }),
    task: serviceletTask,
    input: (serviceletId): ServiceletInput => ({ serviceletId, title }),
  });
  const sshDetails = ssh && { ssh: { user: ssh.user, port: ssh.port } };
  ctx.note({
    targetType: 'server',
    targetId: server.id,
    after: { servicelet: queued.id, title, script: body.script.slice(0, 2000), ...sshDetails },
  });
  return queued;
}

/**
 * Throws `sshKeyUnreadable` immediately, so that the error doesn't appear only when the script
 * runs.
 */
function sshAccessOf(input: NonNullable<RunBody['ssh']>): SshAccess {
  if (input.privateKey !== undefined) keyOf(input.privateKey, input.passphrase, 'ssh.privateKey');
  return { ...input, port: input.port ?? usualSshPort };
}

/** Returns the default title of a script: its first meaningful line. */
export function firstLine(script: string): string {
  const line =
    script.split('\n').find((one) => one.trim() !== '' && !one.startsWith('#!')) ?? script;
  const clean = line.replace(/\p{Cc}/gu, ' ').trim();
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean || '#!';
}

export interface QueuedServicelet<I> {
  kind: ServiceletKind;
  title: LocalizedText;
  script: string;
  timeoutSeconds: number;
  /**
   * Values for the script and the user that runs it. Stored encrypted until the script has ended.
   */
  environment?: InputValues;
  /** The task that runs the script. */
  task: TaskType<I>;
  input(serviceletId: string): I;
}

/**
 * Queues a servicelet for its server, in the transaction of the call. The caller must check
 * permissions.
 */
export async function queueServicelet<I>(
  ctx: Context,
  server: Pick<Server, 'id' | 'name' | 'ownerId' | 'siteId' | 'datacenterId'>,
  request: QueuedServicelet<I>,
): Promise<{ id: string; cmdId: number }> {
  const id = randomUUID();
  const { kind, title, script, timeoutSeconds, environment } = request;
  const ssh = environment?.ssh;
  await serviceletTables(ctx)
    .insertInto('servicelet')
    .values({
      ...{
        id,
        server_id: server.id,
        owner_id: server.ownerId,
        site_id: server.siteId,
        kind,
        script,
      },
      ...{
        title: JSON.stringify(title),
        timeout_seconds: timeoutSeconds,
        created_by: ctx.actor?.userId ?? null,
      },
      ...{
        through: ssh ? 'ssh' : await runnerWithoutSsh(ctx, server),
        ssh_user: ssh?.user ?? null,
        ssh_port: ssh?.port ?? null,
      },
      environment: environment
        ? ctx.services.secrets.seal(JSON.stringify(environment), {
            column: 'servicelet.environment',
            row: id,
          })
        : null,
    })
    .execute();
  const { cmdId } = await startTask(ctx, request.task, {
    input: request.input(id),
    target: { type: 'server', id: server.id, name: server.name },
    resource: queueOf(server.id),
    siteId: server.siteId,
    ownerId: server.ownerId,
  });
  await serviceletTables(ctx)
    .updateTable('servicelet')
    .set({ cmd_id: cmdId })
    .where('id', '=', id)
    .execute();
  await announceServicelet(ctx, { id, serverId: server.id });
  return { id, cmdId };
}

export async function cancelServicelet(
  ctx: SignedInContext,
  serverId: string,
  id: string,
): Promise<void> {
  await findUsableServer(ctx, serverId, requiredRight);
  const found = await findServicelet(ctx, serverId, id);
  if (!found) throw userError('notFound', { what: 'servicelet', id });
  ctx.note({ targetType: 'server', targetId: serverId, after: { cancelled: id } });
  if (found.cmdId !== null) await cancelTask(ctx, found.cmdId);
}
