import { userError } from '../../../../../contract/errors/errors.ts';
import {
  EngineError,
  type EngineName,
  type EnginePower,
} from '../../../../../drivers/compute/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { RetryableError } from '../../../../../server/platform/tasks/task.ts';
import { describeEngineError } from '../../../datacenters/server/index.ts';
import type { EngineFacts, Power, Problem } from '../rules/facts.ts';

const noLiveChanges: EngineFacts['live'] = {
  ...{ addDisk: false, growDisk: false, removeDisk: false, addNic: false, removeNic: false },
  ...{ cores: false, ram: false, snapshotMemory: false },
};

/** Used for a server whose datacenter is no longer configured. */
export const unknownEngine: EngineFacts = {
  engine: 'simulated',
  acceleration: 'none',
  isReady: false,
  consoles: [],
  live: noLiveChanges,
};

export async function engineFacts(
  ctx: Pick<Context, 'services'>,
  engine: EngineName,
): Promise<EngineFacts> {
  const { acceleration, ready, problem, remedy, consoles, live } =
    await ctx.services.engines.capabilities(engine);
  return {
    engine,
    acceleration,
    isReady: ready,
    problem: [problem, remedy].filter(Boolean).join(' ') || null,
    consoles,
    live,
  };
}

/** Converts the power state reported by an engine to the stored state. */
export function powerOf(engineServer: { power: EnginePower; problem?: string | undefined }): {
  power: Power;
  problem: Problem | null;
} {
  if (engineServer.power === 'crashed')
    return { power: 'off', problem: { kind: 'crashed', detail: engineServer.problem ?? '' } };
  return { power: engineServer.power, problem: null };
}

/**
 * Calls the engine during a request. Engine errors become user errors with the engine's message.
 */
export async function callEngine<T>(datacenter: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.kind === 'unavailable' || error.kind === 'timeout')
      throw userError('engineAway', { datacenter, problem: describeEngineError(error) });
    throw userError('serverEngineRefused', { problem: describeEngineError(error) });
  }
}

/**
 * Runs an engine command for a task. Retries when the engine is unavailable. Any other error fails
 * the task.
 */
export async function commandEngine<T>(command: () => Promise<T>): Promise<T> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.kind === 'unavailable' || error.kind === 'timeout')
      throw new RetryableError(error.message, { cause: error });
    throw userError('serverEngineRefused', { problem: describeEngineError(error) });
  }
}

/**
 * Runs an engine command for an undo. A server that the engine doesn't have counts as already
 * undone.
 */
export async function runUndo(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof EngineError && error.kind === 'notFound') return;
    throw error;
  }
}
