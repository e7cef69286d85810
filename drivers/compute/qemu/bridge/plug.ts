import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { clock } from '../../../../server/platform/clock.ts';
import type { QemuContext } from '../context.ts';
import { findProcess } from '../process.ts';
import type { ServerState } from '../state.ts';

/** How a server is connected: its process as it was started, or how the next start will do it. */
export async function networkModeOf(context: QemuContext, state: ServerState): Promise<'user' | 'bridge'> {
  if (state.networkMode) return state.networkMode;
  if ((await findProcess(context.paths.server(state.id))) !== null) return 'user';
  return modeOfStart(context, state);
}

/** Cards that name no network stay on their own, as QEMU alone connects them. */
export async function modeOfStart(context: QemuContext, state: ServerState): Promise<'user' | 'bridge'> {
  const hasNetwork = state.nics.some(({ segment }) => segment !== undefined);
  return hasNetwork && (await context.bridges.obstacle()) === null ? 'bridge' : 'user';
}

/** Makes what the cards of a server that is about to start plug into; answers the network namespace that QEMU enters, if any. */
export async function plugIn(context: QemuContext, state: ServerState): Promise<string | null> {
  if ((await modeOfStart(context, state)) === 'user') {
    state.networkMode = 'user';
    state.isRestricted = !(await context.confinement.blocksHostReach());
    return null;
  }
  await needProgram(context.probe.qemu);
  state.pluggedInAt = clock.now().getTime();
  await context.bridges.clearAbandoned();
  await context.bridges.enlist(state);
  await context.bridges.converge();
  return context.bridges.namespace;
}

/** Takes the cards of a server that has stopped out of their networks. */
export async function plugOut(context: QemuContext, state: ServerState): Promise<void> {
  const wasBridged = state.networkMode === 'bridge';
  if (state.networkMode === undefined) return;
  delete state.networkMode;
  delete state.pluggedInAt;
  await context.states.write(state);
  if (wasBridged) await context.bridges.converge();
}

/** The same for the cards a running server has now, after one was added or taken away. */
export async function plugInCards(context: QemuContext, state: ServerState): Promise<void> {
  if (state.networkMode !== 'bridge') return;
  await context.bridges.enlist(state);
  await context.bridges.converge();
}

/** Fails as starting the program itself would: inside the namespace another program starts it and has only words for it. */
async function needProgram(program: string): Promise<void> {
  const places = program.includes('/') ? [program] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return;
  }
  throw Object.assign(new Error(`spawn ${program} ENOENT`), { code: 'ENOENT', syscall: `spawn ${program}`, path: program });
}
