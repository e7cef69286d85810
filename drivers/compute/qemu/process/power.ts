import { open, writeFile } from 'node:fs/promises';
import { monotonicMs } from '../../../../server/platform/clock.ts';
import type { EnginePower } from '../../port.ts';
import { connectNics, disconnectNics, networkModeAtStart } from '../bridge/connectNics.ts';
import type { QemuContext } from '../context.ts';
import { asEngineError, qemuError } from '../errors.ts';
import { assignHostPorts } from '../network/hostPorts.ts';
import { forwardsFrom, nicDeviceId } from '../network/networks.ts';
import { removeTrafficCounts } from '../network/trafficCount.ts';
import { requireMemory, requireStorage } from '../sizing/host.ts';
import { freshLayout } from '../sizing/layout.ts';
import type { ServerState } from '../state.ts';
import { directBootOf } from '../storage/images.ts';
import { qemuArguments } from './arguments.ts';
import { claimStart } from './confinement.ts';
import { crashNote } from './monitors.ts';
import type { ServerPaths } from './paths.ts';
import {
  findProcess,
  hasCrashed,
  killProcess,
  makeSerialInput,
  removeProcessFiles,
  startLaunch,
  waitForExit,
} from './process.ts';
import type { QmpClient } from './qmp.ts';

/** A guest that is just starting misses the power button, so it's pressed again. */
const repressMs = 2000;
/** How often the guest's memory statistics are fetched, in seconds. */
const memoryFiguresEverySeconds = 5;

export interface PowerReading {
  power: EnginePower;
  problem?: string;
}

/**
 * Maps QEMU's run states to power states. `prelaunch` is a start that was interrupted before the
 * CPU ran.
 */
const readingByStatus: Record<string, PowerReading> = {
  running: { power: 'on' },
  paused: { power: 'suspended' },
  suspended: { power: 'on' },
  debug: { power: 'suspended' },
  prelaunch: { power: 'off' },
  inmigrate: { power: 'off' },
  shutdown: { power: 'off' },
  'io-error': {
    power: 'suspended',
    problem:
      'A disk of the host is full or failed; the server waits. Mend it and resume the server.',
  },
  'internal-error': {
    power: 'crashed',
    problem: 'The server’s processor reached an invalid state. Stop the server and start it again.',
  },
  'guest-panicked': {
    power: 'crashed',
    problem: 'The operating system of the server has crashed. Stop it and start it again.',
  },
};

export async function readPower(context: QemuContext, id: string): Promise<PowerReading> {
  const paths = context.paths.server(id);
  if ((await findProcess(paths)) === null)
    return (await hasCrashed(paths)) ? { power: 'crashed', problem: crashNote } : { power: 'off' };
  try {
    const client = await context.monitors.of(id);
    const { status } = await client.execute<{ status: string }>('query-status');
    return readingByStatus[status] ?? { power: 'on' };
  } catch {
    if ((await findProcess(paths)) === null)
      return (await hasCrashed(paths))
        ? { power: 'crashed', problem: crashNote }
        : { power: 'off' };
    return {
      power: 'on',
      problem: "The server is running, but isn't answering the portal.",
    };
  }
}

/**
 * Kills a process whose start was interrupted (the portal was killed between starting it and
 * resuming its CPU).
 */
export async function cleanUpFailedStart(context: QemuContext, id: string): Promise<void> {
  const paths = context.paths.server(id);
  if ((await findProcess(paths)) !== null && (await readPower(context, id)).power === 'off')
    await context.monitors.expectingEnd(id, () => killProcess(paths));
}

export async function startServer(context: QemuContext, state: ServerState): Promise<void> {
  const { power } = await readPower(context, state.id);
  if (power === 'on') return;
  if (power === 'suspended')
    throw qemuError('wrongState', `The server "${state.name}" is suspended: resume it instead.`);
  const client = await launchPaused(context, state);
  await client.execute('cont');
}

/**
 * Starts the server's process with a halted CPU, replacing one that is running or starting. It is
 * ready for `cont` or, with the previous device layout, for a memory snapshot.
 */
export async function launchPaused(
  context: QemuContext,
  state: ServerState,
  layout = freshLayout(state),
): Promise<QmpClient> {
  const paths = context.paths.server(state.id);
  const probe = await context.probe.result();
  if (probe.problem) throw qemuError('unavailable', `${probe.problem} ${probe.remedy}`);
  await requireMemory(context, state.ramMb);
  await requireStorage(context, 0, 'a running server');
  const boot = await directBootOf(context, state.imageId);
  try {
    const claim = await claimStart(paths);
    await context.monitors.expectingEnd(state.id, () => killProcess(paths));
    await removeTrafficCounts(paths, state.nics);
    await context.confinement.openFolders(paths, state);
    state.layout = layout;
    const isBridged = (await networkModeAtStart(context, state)) === 'bridge';
    const started = await startLaunch(
      await context.confinement.server(state, paths, probe, { claim, isBridged }),
      paths,
    );
    const { networkNamespace, groupFiles } = await prepareRest(context, state, paths).catch(
      (error: unknown) => {
        started.abandon();
        throw error;
      },
    );
    const command = [context.probe.qemu, ...qemuArguments(state, paths, probe, boot)];
    const client = await inNamespace(networkNamespace, (path) =>
      started.start(command, path, () => connect(context, state, groupFiles)),
    );
    await context.confinement.closeRunFolder(paths);
    await applyRuntimeSettings(context, state, client);
    return client;
  } catch (error) {
    await context.monitors.expectingEnd(state.id, () => killProcess(paths));
    await disconnectNics(context, state).catch(() => undefined);
    throw asEngineError(`Starting the server "${state.name}"`, error);
  }
}

/**
 * Prepares everything the process needs at its start. If anything fails, all preparations end
 * before anything is removed.
 */
async function prepareRest(
  context: QemuContext,
  state: ServerState,
  paths: ServerPaths,
): Promise<{ networkNamespace: string | null; groupFiles: string[] }> {
  await assignHostPorts(state);
  const startups = [
    connectNics(context, state),
    context.confinement.limit(state),
    makeSerialInput(paths),
    writeFile(paths.serialLog, '', { mode: 0o600 }),
  ] as const;
  const failed = (await Promise.allSettled(startups)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return { networkNamespace: await startups[0], groupFiles: await startups[1] };
}

/**
 * Passes the network namespace as a descriptor of this process, because its path is empty in a
 * mount namespace created earlier.
 */
async function inNamespace<T>(
  path: string | null,
  work: (path: string | null) => Promise<T>,
): Promise<T> {
  if (path === null) return work(null);
  const file = await open(path);
  try {
    return await work(`/proc/${process.pid}/fd/${file.fd}`);
  } finally {
    await file.close();
  }
}

async function connect(
  context: QemuContext,
  state: ServerState,
  groupFiles: readonly string[],
): Promise<QmpClient> {
  const pid = await findProcess(context.paths.server(state.id));
  if (pid === null) throw new Error('it has ended');
  const [client] = await Promise.all([
    context.monitors.of(state.id),
    context.confinement.join(groupFiles, pid),
  ]);
  return client;
}

/**
 * Settings that can be made only on a running QEMU (interfaces without a link, memory statistics),
 * and values known only to it (the opened ports).
 */
async function applyRuntimeSettings(
  context: QemuContext,
  state: ServerState,
  client: QmpClient,
): Promise<void> {
  await setLinks(client, state);
  await client.execute('qom-set', {
    path: '/machine/peripheral/balloon',
    property: 'guest-stats-polling-interval',
    value: memoryFiguresEverySeconds,
  });
  await saveForwardPorts(context, state, client);
}

export async function setLinks(client: QmpClient, state: ServerState): Promise<void> {
  for (const nic of state.nics)
    await client.execute('set_link', { name: nicDeviceId(nic), up: nic.connected });
}

export async function saveForwardPorts(
  context: QemuContext,
  state: ServerState,
  client: QmpClient,
): Promise<void> {
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
    if (
      options.graceful &&
      (await pressPowerButton(context, paths, options.timeoutMs ?? 30_000, options.signal))
    ) {
      await removeProcessFiles(paths);
      return { forced: false };
    }
    await killServerProcess(context, state.id);
    return { forced: true };
  });
}

/** Kills the process immediately. Disks are left as after a power failure. */
export async function killServerProcess(context: QemuContext, id: string): Promise<void> {
  const paths = context.paths.server(id);
  await context.monitors.expectingEnd(id, async () => {
    if ((await findProcess(paths)) === null) return removeProcessFiles(paths);
    await context.monitors.of(id).then(
      (client) => client.execute('quit', undefined, 2000).catch(() => undefined),
      () => undefined,
    );
    await waitForExit(paths, 3000);
    await killProcess(paths);
  });
}

/**
 * True if the guest shut down in time. A suspended guest is resumed first, because it couldn't
 * react otherwise.
 */
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
    if (await waitForExit(paths, Math.min(repressMs, deadline - monotonicMs()))) return true;
  }
  return false;
}

export async function rebootServer(context: QemuContext, state: ServerState): Promise<void> {
  const { power } = await readPower(context, state.id);
  if (power !== 'on')
    throw qemuError(
      'wrongState',
      `The server "${state.name}" is ${power}, so it cannot be rebooted.`,
    );
  await (await context.monitors.of(state.id)).execute('system_reset');
}

export async function suspendServer(context: QemuContext, state: ServerState): Promise<void> {
  const { power } = await readPower(context, state.id);
  if (power === 'suspended') return;
  if (power !== 'on')
    throw qemuError(
      'wrongState',
      `The server "${state.name}" is ${power}, so it cannot be suspended.`,
    );
  await (await context.monitors.of(state.id)).execute('stop');
}

export async function resumeServer(context: QemuContext, state: ServerState): Promise<void> {
  const { power } = await readPower(context, state.id);
  if (power === 'on') return;
  if (power !== 'suspended')
    throw qemuError(
      'wrongState',
      `The server "${state.name}" is ${power}, so it cannot be resumed: start it.`,
    );
  await (await context.monitors.of(state.id)).execute('cont');
}
