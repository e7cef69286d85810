import type { EnginePower } from '../../port.ts';
import type { QemuContext } from '../context.ts';
import { asEngineError, qemuError } from '../errors.ts';
import { diskNodeName } from '../process/arguments.ts';
import { killServerProcess, launchPaused, readPower, setLinks } from '../process/power.ts';
import type { QmpClient } from '../process/qmp.ts';
import { requireStorage } from '../sizing/host.ts';
import { monitorWhenRunning } from '../sizing/hotplug.ts';
import { freshLayout, type Layout } from '../sizing/layout.ts';
import type { ServerState, SnapshotState } from '../state.ts';

/** Long enough to write or read the memory of the largest server on a slow disk. */
const memoryJobTimeoutMs = 30 * 60_000;

interface SnapshotFacts {
  name: string;
  'vm-state-size': number;
}

export async function createSnapshot(
  context: QemuContext,
  state: ServerState,
  snapshotId: string,
  { memory = true }: { memory?: boolean } = {},
): Promise<{ withMemory: boolean; sizeBytes: number }> {
  const existing = state.snapshots.find(({ id }) => id === snapshotId);
  if (existing) return { withMemory: existing.withMemory, sizeBytes: existing.sizeBytes };
  const { power } = await readPower(context, state.id);
  const client = await monitorWhenRunning(context, state.id);
  const withMemory = client !== null && memory;
  await requireStorage(context, withMemory ? state.ramMb / 1024 : 0, 'the snapshot');
  try {
    if (client && memory) await saveMemory(client, state, snapshotId);
    else if (client) await saveDisks(client, state, snapshotId);
    else
      await forEachDisk(context, state, (path) => context.disks.createSnapshot(path, snapshotId));
  } catch (error) {
    await removeFromDisks(context, state, snapshotId, client).catch(() => undefined);
    throw asEngineError('Taking the snapshot', error);
  }
  const snapshot: SnapshotState = {
    id: snapshotId,
    withMemory,
    wasSuspended: power === 'suspended',
    sizeBytes: withMemory ? await memorySize(client, state, snapshotId) : 0,
    diskIds: state.disks.map(({ id }) => id),
    hardware: await hardwareOf(context, state),
    ...(withMemory && { layout: state.layout ?? freshLayout(state) }),
  };
  await context.states.write({ ...state, snapshots: [...state.snapshots, snapshot] });
  return { withMemory: snapshot.withMemory, sizeBytes: snapshot.sizeBytes };
}

/** QEMU pauses the server while writing, then resumes it. */
async function saveMemory(client: QmpClient, state: ServerState, tag: string): Promise<void> {
  await client.job(
    'snapshot-save',
    { tag, vmstate: bootNode(state), devices: state.disks.map(diskNodeName) },
    memoryJobTimeoutMs,
  );
}

/**
 * Saves all disks at the same moment, while the guest continues. After a revert, the guest sees
 * them as after a power failure.
 */
async function saveDisks(client: QmpClient, state: ServerState, name: string): Promise<void> {
  const actions = state.disks.map((disk) => ({
    type: 'blockdev-snapshot-internal-sync',
    data: { device: diskNodeName(disk), name },
  }));
  await client.execute('transaction', { actions }, memoryJobTimeoutMs);
}

async function memorySize(client: QmpClient, state: ServerState, tag: string): Promise<number> {
  const nodes = await client.execute<
    { 'node-name': string; image: { snapshots?: SnapshotFacts[] } }[]
  >('query-named-block-nodes', {
    flat: true,
  });
  const boot = nodes.find((node) => node['node-name'] === bootNode(state));
  return boot?.image.snapshots?.find(({ name }) => name === tag)?.['vm-state-size'] ?? 0;
}

export async function revertSnapshot(
  context: QemuContext,
  state: ServerState,
  snapshotId: string,
): Promise<{ power: EnginePower }> {
  const snapshot = state.snapshots.find(({ id }) => id === snapshotId);
  if (!snapshot)
    throw qemuError('notFound', `The server "${state.name}" doesn't have this snapshot.`);
  const canResume = snapshot.withMemory && snapshot.hardware === (await hardwareOf(context, state));
  if (canResume && (await resumeMemory(context, state, snapshot)))
    return { power: (await readPower(context, state.id)).power };
  await killServerProcess(context, state.id);
  await revertDisks(context, state, snapshot);
  return { power: 'off' };
}

/**
 * Restores disks and memory together. Returns false when QEMU finds that the memory doesn't match
 * after all.
 */
async function resumeMemory(
  context: QemuContext,
  state: ServerState,
  snapshot: SnapshotState,
): Promise<boolean> {
  const layout = snapshot.layout ?? freshLayout(state);
  const monitor = await monitorMatchingLayout(context, state, layout);
  const client = monitor ?? (await launchPaused(context, state, layout));
  try {
    if (monitor) await client.execute('stop');
    const devices = snapshot.diskIds
      .flatMap((id) => state.disks.filter((disk) => disk.id === id))
      .map(diskNodeName);
    await client.job(
      'snapshot-load',
      { tag: snapshot.id, vmstate: bootNode(state), devices },
      memoryJobTimeoutMs,
    );
    await setLinks(client, state);
    if (!snapshot.wasSuspended) await client.execute('cont');
    return true;
  } catch {
    return false;
  }
}

/**
 * The monitor of a running server with the same hardware as in the snapshot. Otherwise the server
 * is left off.
 */
async function monitorMatchingLayout(
  context: QemuContext,
  state: ServerState,
  layout: Layout,
): Promise<QmpClient | null> {
  const monitor = await monitorWhenRunning(context, state.id);
  if (!monitor || JSON.stringify(state.layout) === JSON.stringify(layout)) return monitor;
  await killServerProcess(context, state.id);
  return null;
}

/**
 * Disks keep their current size. Reverting also restores the snapshot's size, so they are grown
 * again.
 */
async function revertDisks(
  context: QemuContext,
  state: ServerState,
  snapshot: SnapshotState,
): Promise<void> {
  const paths = context.paths.server(state.id);
  for (const disk of state.disks) {
    if (!snapshot.diskIds.includes(disk.id)) continue;
    await context.disks.applySnapshot(paths.disk(disk.id), snapshot.id);
    await context.disks.grow(paths.disk(disk.id), disk.sizeGb);
  }
}

export async function deleteSnapshot(
  context: QemuContext,
  state: ServerState,
  snapshotId: string,
): Promise<void> {
  if (!state.snapshots.some(({ id }) => id === snapshotId)) return;
  const client = await monitorWhenRunning(context, state.id);
  try {
    await removeFromDisks(context, state, snapshotId, client);
  } catch (error) {
    throw asEngineError('Deleting the snapshot', error);
  }
  await context.states.write({
    ...state,
    snapshots: state.snapshots.filter(({ id }) => id !== snapshotId),
  });
}

/** Also works for a snapshot that only some of the disks contain. */
async function removeFromDisks(
  context: QemuContext,
  state: ServerState,
  tag: string,
  client: QmpClient | null,
): Promise<void> {
  if (client) {
    await client.job(
      'snapshot-delete',
      { tag, devices: state.disks.map(diskNodeName) },
      memoryJobTimeoutMs,
    );
    return;
  }
  await forEachDisk(context, state, async (path) => {
    if ((await context.disks.snapshotTags(path)).includes(tag))
      await context.disks.deleteSnapshot(path, tag);
  });
}

async function forEachDisk(
  context: QemuContext,
  state: ServerState,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const paths = context.paths.server(state.id);
  for (const disk of state.disks) await work(paths.disk(disk.id));
}

/** The memory is stored in the boot disk's file. */
function bootNode(state: ServerState): string {
  const [boot] = state.disks;
  if (!boot) throw qemuError('failed', `The server "${state.name}" has no boot disk.`);
  return diskNodeName(boot);
}

/**
 * Hash of everything that must be unchanged to restore the memory: the devices in their slots, the
 * CPU, and the program that runs it.
 */
async function hardwareOf(context: QemuContext, state: ServerState): Promise<string> {
  const { version, acceleration } = await context.probe.result();
  const disks = state.disks.map(({ id, slot, sizeGb }) => [id, slot, sizeGb]);
  const nics = state.nics.map(({ id, slot, mac, ipv4 }) => [id, slot, mac, ipv4 ? 'ipv4' : 'none']);
  return JSON.stringify([
    'with a CD drive',
    version,
    acceleration,
    state.cores,
    state.ramMb,
    disks,
    nics,
  ]);
}
