import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { clock } from '../../../../server/platform/clock.ts';
import type { QemuContext } from '../context.ts';
import { findProcess } from '../process/process.ts';
import type { ServerState } from '../state.ts';

/** How a server is connected: as its process was started, or as the next start will connect it. */
export async function networkModeOf(
  context: QemuContext,
  state: ServerState,
): Promise<'user' | 'bridge'> {
  if (state.networkMode) return state.networkMode;
  if ((await findProcess(context.paths.server(state.id))) !== null) return 'user';
  return networkModeAtStart(context, state);
}

/** Interfaces without a network stay isolated, because QEMU connects them by itself. */
export async function networkModeAtStart(
  context: QemuContext,
  state: ServerState,
): Promise<'user' | 'bridge'> {
  const hasNetwork = state.nics.some(({ segment }) => segment !== undefined);
  return hasNetwork && (await context.bridges.obstacle()) === null ? 'bridge' : 'user';
}

/**
 * Creates the connections for a starting server's interfaces. Returns the network namespace that
 * QEMU enters, if any.
 */
export async function connectNics(
  context: QemuContext,
  state: ServerState,
): Promise<string | null> {
  if ((await networkModeAtStart(context, state)) === 'user') {
    state.networkMode = 'user';
    state.isRestricted = !(await context.confinement.blocksHostReach());
    return null;
  }
  await requireProgram(context.probe.qemu);
  state.pluggedInAt = clock.now().getTime();
  await context.bridges.clearAbandoned();
  await context.bridges.enlist(state);
  await context.bridges.converge();
  return context.bridges.namespace;
}

/** Removes the interfaces of a stopped server from their networks. */
export async function disconnectNics(context: QemuContext, state: ServerState): Promise<void> {
  const wasBridged = state.networkMode === 'bridge';
  if (state.networkMode === undefined) return;
  delete state.networkMode;
  delete state.pluggedInAt;
  await context.states.write(state);
  if (wasBridged) await context.bridges.converge();
}

/** The same for the current interfaces of a running server, after one was added or removed. */
export async function reconnectNics(context: QemuContext, state: ServerState): Promise<void> {
  if (state.networkMode !== 'bridge') return;
  await context.bridges.enlist(state);
  await context.bridges.converge();
}

/**
 * Fails like starting the program directly. Inside the namespace another program starts it and
 * reports errors only as text.
 */
async function requireProgram(program: string): Promise<void> {
  const candidates = program.includes('/')
    ? [program]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  for (const candidate of candidates) {
    const isExecutable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return;
  }
  throw Object.assign(new Error(`spawn ${program} ENOENT`), {
    code: 'ENOENT',
    syscall: `spawn ${program}`,
    path: program,
  });
}
