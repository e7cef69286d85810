import { UserError, userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import {
  type ComputeEngine,
  EngineError,
  type EngineServer,
} from '../../../../../drivers/compute/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  type Explanation,
  RetryableError,
  type TaskContext,
} from '../../../../../server/platform/tasks/task.ts';
import { engineOf, findDatacenter } from '../../../datacenters/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { commandEngine, powerOf, runUndo } from '../engine/engine.ts';
import type { Server } from '../rules/facts.ts';
import { readServer } from '../store/find.ts';
import { serverTables } from '../store/tables.ts';
import { recordPower } from '../store/write.ts';

/** The input of every server task. */
export interface ServerInput {
  serverId: string;
}

/**
 * The server of a task. It can't be deleted while the task is running, because only tasks of the
 * same server delete it. Throws `notFound`.
 */
export async function serverOf(task: TaskContext<ServerInput>): Promise<Server> {
  const server = await readServer(task.ctx, task.input.serverId);
  if (!server) throw userError('notFound', { what: 'server', id: task.input.serverId });
  return server;
}

/** The engine of the task's server. Throws if it isn't ready. */
export async function engineFor(task: TaskContext<ServerInput>): Promise<ComputeEngine> {
  return await engineOf(task.ctx, (await serverOf(task)).datacenterId);
}

/** Runs an engine command for the task's server. */
export async function command<T>(
  task: TaskContext<ServerInput>,
  work: (engine: ComputeEngine, serverId: string) => Promise<T>,
): Promise<T> {
  const engine = await engineFor(task);
  return await commandEngine(() => work(engine, task.input.serverId));
}

/**
 * Reverts the changes to the task's server. Doesn't check whether the engine is ready: an engine
 * that can't create or run servers can often still remove a partial one, and otherwise reports an
 * error.
 */
export async function revert(
  task: TaskContext<ServerInput>,
  work: (engine: ComputeEngine, serverId: string) => Promise<unknown>,
): Promise<void> {
  const datacenter = await findDatacenter(task.ctx, (await serverOf(task)).datacenterId);
  const engine = task.ctx.services.engines.get(datacenter.engine);
  await runUndo(() => work(engine, task.input.serverId));
}

/** The engine's current state of the server. Throws if the engine doesn't have it. */
export async function inspectServer(task: TaskContext<ServerInput>): Promise<EngineServer> {
  const engineServer = await command(task, (engine, serverId) => engine.inspect(serverId));
  if (!engineServer) throw userError('serverEngineRefused', { problem: missingServer });
  return engineServer;
}

const missingServer: LocalizedText = localize('notThere');

/**
 * Stores the power state reported by the engine and updates the server's cost. `extraWork` runs in the
 * same transaction.
 */
export async function recordPowerState(
  task: TaskContext<ServerInput>,
  extraWork: (ctx: Context) => Promise<void> = async () => {},
): Promise<EngineServer> {
  const engineServer = await inspectServer(task);
  const { power, problem } = powerOf(engineServer);
  await task.write(async (ctx) => {
    await extraWork(ctx);
    await serverTables(ctx.db)
      .updateTable('server')
      .set({ host_id: engineServer.hostId })
      .where('id', '=', task.input.serverId)
      .execute();
    await recordPower(ctx, task.input.serverId, power, problem);
  });
  return engineServer;
}

/**
 * For an undo: stores the engine's current state if it can be read. If it can't, the undo still
 * succeeds, because the periodic reconciliation corrects the row later.
 */
export async function recordEngineState(task: TaskContext<ServerInput>): Promise<void> {
  try {
    await recordPowerState(task);
  } catch (error) {
    const isExpectedError =
      error instanceof UserError || error instanceof RetryableError || error instanceof EngineError;
    if (!isExpectedError) throw error;
    task.ctx.log.warn(
      { err: error, serverId: task.input.serverId },
      'The engine didn’t report the server’s state',
    );
  }
}

/** The message for engine failures other than user errors, after all retries have failed. */
export function explainEngine(error: unknown): Explanation | null {
  const engineError = error instanceof RetryableError ? error.cause : error;
  if (!(engineError instanceof EngineError)) return null;
  return {
    reason: localize('work.reason.serversEngineFailed', { message: engineError.message }),
    nextStep: localize('work.nextStep.allChangesWereUndone'),
  };
}
