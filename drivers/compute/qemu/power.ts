import { writeFile } from 'node:fs/promises';
import { monotonicMs } from '../../../server/platform/clock.ts';
import type { EnginePower } from '../port.ts';
import { qemuArguments } from './arguments.ts';
import { plugIn, plugOut } from './bridge/plug.ts';
import type { QemuContext } from './context.ts';
import { asEngineError, qemuError } from './errors.ts';
import { needMemory, needStorage } from './host.ts';
import { freeHostPorts } from './hostPorts.ts';
import { directBootOf } from './images.ts';
import { freshLayout } from './layout.ts';
import { crashNote } from './monitors.ts';
import { forwardsFrom, nicDeviceId } from './networks.ts';
import type { ServerPaths } from './paths.ts';
import { clearTraces, ended, findProcess, hasCrashed, killProcess, launch, makeSerialInput } from './process.ts';
import type { QmpClient } from './qmp.ts';
import type { ServerState } from './state.ts';
import { forgetTraffic } from './trafficCount.ts';

/** A guest that is just starting misses the power button, so it is pressed again. */
const pressAgainMs = 2000;
/** How often the guest's own memory figures are fetched, in seconds. */
const memoryFiguresEverySeconds = 5;

export interface PowerReading {
  power: EnginePower;
  problem?: string;
}

/** What QEMU's run states mean to a person. `prelaunch` is a start that was cut off before the processor ran. */
const meaning: Record<string, PowerReading> = {
  running: { power: 'on' },
  paused: { power: 'suspended' },
  suspended: { power: 'on' },
  debug: { power: 'suspended' },
  prelaunch: { power: 'off' },
  inmigrate: { power: 'off' },
  shutdown: { power: 'off' },
  'io-error': { power: 'suspended', problem: 'A disk of the host is full or failed; the server waits. Mend it and resume the server.' },
  'internal-error': {
    power: 'crashed',
    problem: 'The server’s processor reached an invalid state. Stop the server and start it again.',
  },
  'guest-panicked': { power: 'crashed', problem: 'The operating system of the server has crashed. Stop it and start it again.' },
};

export async function readPower(context: QemuContext, id: string): Promise<PowerReading> {
  const paths = context.paths.server(id);
  if ((await findProcess(paths)) === null) return (await hasCrashed(paths)) ? { power: 'crashed', problem: crashNote } : { power: 'off' };
  try {
    const client = await context.monitors.of(id);
    const { status } = await client.execute<{ status: string }>('query-status');
    return meaning[status] ?? { power: 'on' };
  } catch (error) {
    if ((await findProcess(paths)) === null) return (await hasCrashed(paths)) ? { power: 'crashed', problem: crashNote } : { power: 'off' };
    return {
      power: 'on',
      problem: `The server runs but does not answer the portal: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Ends a process whose start was cut off (the portal was killed between starting it and letting its processor run). */
export async function clearHalfStarted(context: QemuContext, id: string): Promise<void> {
  const paths = context.paths.server(id);
  if ((await findProcess(paths)) !== null && (await readPower(context, id)).power === 'off')
    await context.monitors.expectingEnd(id, () => killProcess(paths));
}

export async function startServer(context: QemuContext, state: ServerState): Promise<void> {
  const { power } = await readPower(context, state.id);
  if (power === 'on') return;
  if (power === 'suspended') throw qemuError('wrongState', `The server "${state.name}" is suspended: resume it instead.`);
  await context.monitors.expectingEnd(state.id, () => killProcess(context.paths.server(state.id)));
  const client = await launchPaused(context, state);
  await client.execute('cont');
}

/** Starts the server's process with its processor halted, ready for `cont` or, with the layout of then, for a memory snapshot. */
export async function launchPaused(context: QemuContext, state: ServerState, layout = freshLayout(state)): Promise<QmpClient> {
  const paths = context.paths.server(state.id);
  const probe = await context.probe.result();
  if (probe.problem) throw qemuError('unavailable', `${probe.problem} ${probe.remedy}`);
  await needMemory(context, state.ramMb);
  await needStorage(context, 0, 'a running server');
  const boot = await directBootOf(context, state.imageId);
  try {
    await forgetTraffic(paths, state.nics);
    await context.confinement.openFolders(paths, state);
    await writeFile(paths.serialLog, '', { mode: 0o600 });
    await freeHostPorts(state);
    state.layout = layout;
    // Each starts programs. Whatever fails, both have ended before anything is cleared away.
    const [plugged, piped] = await Promise.allSettled([plugIn(context, state), makeSerialInput(paths)]);
    if (plugged.status === 'rejected') throw plugged.reason;
    if (piped.status === 'rejected') throw piped.reason;
    const command = await context.confinement.server(
      state,
      paths,
      [context.probe.qemu, ...qemuArguments(state, paths, probe, boot)],
      plugged.value,
    );
    const client = await launch(command, paths, () => connect(context, state));
    await context.confinement.closeRunFolder(paths);
    await settle(context, state, client);
    return client;
  } catch (error) {
    await context.monitors.expectingEnd(state.id, () => killProcess(paths));
    await plugOut(context, state).catch(() => undefined);
    throw asEngineError(`Starting the server "${state.name}"`, error);
  }
}

async function connect(context: QemuContext, state: ServerState): Promise<QmpClient> {
  const pid = await findProcess(context.paths.server(state.id));
  if (pid === null) throw new Error('it has ended');
  const [client] = await Promise.all([context.monitors.of(state.id), context.confinement.join(state, pid)]);
  return client;
}

/** What can only be told to a running QEMU: cards without a link, memory figures; and what only it knows: the opened ports. */
async function settle(context: QemuContext, state: ServerState, client: QmpClient): Promise<void> {
  await setLinks(client, state);
  await client.execute('qom-set', {
    path: '/machine/peripheral/balloon',
    property: 'guest-stats-polling-interval',
    value: memoryFiguresEverySeconds,
  });
  await rememberForwards(context, state, client);
}

export async function setLinks(client: QmpClient, state: ServerState): Promise<void> {
  for (const nic of state.nics) await client.execute('set_link', { name: nicDeviceId(nic), up: nic.connected });
}

export async function rememberForwards(context: QemuContext, state: ServerState, client: QmpClient): Promise<void> {
  if (state.networkMode === 'bridge') return context.states.write(state);
  const found = forwardsFrom(await client.human('info usernet'), state.nics);
  for (const nic of state.nics) nic.forwards = found.get(nic.id) ?? [];
  await context.states.write(state);
}

export async function stopServer(
  context: QemuContext,
  state: ServerState,
  options: { graceful: boolean; timeoutMs?: number; signal?: AbortSignal },
): Promise<{ forced: boolean }> {
  const paths = context.paths.server(state.id);
  const { power } = await readPower(context, state.id);
  if (power === 'off' || power === 'crashed') {
    await killProcess(paths);
    return { forced: false };
  }
  return context.monitors.expectingEnd(state.id, async () => {
    if (options.graceful && (await pressPowerButton(context, paths, options.timeoutMs ?? 30_000, options.signal))) {
      await clearTraces(paths);
      return { forced: false };
    }
    await pullPlug(context, state.id);
    return { forced: true };
  });
}

/** Ends the process at once; disks are in the state of a machine whose plug was pulled. */
export async function pullPlug(context: QemuContext, id: string): Promise<void> {
  const paths = context.paths.server(id);
  await context.monitors.expectingEnd(id, async () => {
    if ((await findProcess(paths)) === null) return clearTraces(paths);
    await context.monitors.of(id).then(
      (client) => client.execute('quit', undefined, 2000).catch(() => undefined),
      () => undefined,
    );
    await ended(paths, 3000);
    await killProcess(paths);
  });
}

/** True when the guest went off by itself in time. A suspended guest is woken, for it could not hear otherwise. */
async function pressPowerButton(
  context: QemuContext,
  paths: ServerPaths,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const client = await context.monitors.of(paths.id);
  const { status } = await client.execute<{ status: string }>('query-status');
  if (status !== 'running') await client.execute('cont');
  const deadline = monotonicMs() + timeoutMs;
  while (monotonicMs() < deadline) {
    signal?.throwIfAborted();
    await client.execute('system_powerdown').catch(() => undefined);
    if (await ended(paths, Math.min(pressAgainMs, deadline - monotonicMs()))) return true;
  }
  return false;
}

export async function rebootServer(context: QemuContext, state: ServerState): Promise<void> {
  const { power } = await readPower(context, state.id);
  if (power !== 'on') throw qemuError('wrongState', `The server "${state.name}" is ${power}, so it cannot be rebooted.`);
  await (await context.monitors.of(state.id)).execute('system_reset');
}

export async function suspendServer(context: QemuContext, state: ServerState): Promise<void> {
  const { power } = await readPower(context, state.id);
  if (power === 'suspended') return;
  if (power !== 'on') throw qemuError('wrongState', `The server "${state.name}" is ${power}, so it cannot be suspended.`);
  await (await context.monitors.of(state.id)).execute('stop');
}

export async function resumeServer(context: QemuContext, state: ServerState): Promise<void> {
  const { power } = await readPower(context, state.id);
  if (power === 'on') return;
  if (power !== 'suspended') throw qemuError('wrongState', `The server "${state.name}" is ${power}, so it cannot be resumed: start it.`);
  await (await context.monitors.of(state.id)).execute('cont');
}
