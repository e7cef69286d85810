import { rm } from 'node:fs/promises';
import type { DiskSpec, NicSpec } from '../../port.ts';
import { limits } from '../../spec.ts';
import { reconnectNics } from '../bridge/connectNics.ts';
import type { QemuContext } from '../context.ts';
import { asEngineError, qemuError } from '../errors.ts';
import { netdevCommand, netdevId, netdevOptions, nicDeviceId } from '../network/networks.ts';
import { removeTrafficCounts } from '../network/trafficCount.ts';
import {
  diskDevice,
  diskDeviceId,
  diskNode,
  diskNodeName,
  nicDevice,
  trafficFilter,
  trafficFilterId,
} from '../process/arguments.ts';
import { readPower, saveForwardPorts } from '../process/power.ts';
import type { QmpClient } from '../process/qmp.ts';
import { type DiskState, freeSlot, type NicState, type ServerState } from '../state.ts';
import { requireDiskSpace } from './host.ts';

/** The guest must agree to release a device. */
const unplugTimeoutMs = 15_000;

export async function attachDisk(
  context: QemuContext,
  state: ServerState,
  spec: DiskSpec,
): Promise<void> {
  if (state.disks.some(({ id }) => id === spec.id)) return;
  const slot = freeSlot(state.disks, limits.disks);
  if (slot === null)
    throw qemuError(
      'refused',
      `The server "${state.name}" has ${limits.disks} disks, the most there can be.`,
    );
  await requireDiskSpace(context, spec.sizeGb);
  const paths = context.paths.server(state.id);
  const disk: DiskState = { id: spec.id, sizeGb: spec.sizeGb, slot };
  await rm(paths.disk(disk.id), { force: true });
  await context.disks.createEmpty(paths.disk(disk.id), disk.sizeGb);
  try {
    const client = await monitorWhenRunning(context, state.id);
    if (client) await plugDisk(client, diskNode(disk, paths), diskDevice(disk, false), disk);
    await context.states.write({ ...state, disks: [...state.disks, disk] });
  } catch (error) {
    await rm(paths.disk(disk.id), { force: true });
    throw asEngineError('Adding the disk', error);
  }
}

async function plugDisk(
  client: QmpClient,
  node: Record<string, unknown>,
  device: Record<string, unknown>,
  disk: DiskState,
): Promise<void> {
  await client.execute('blockdev-add', node);
  await client.execute('device_add', device).catch(async (error: unknown) => {
    await client.execute('blockdev-del', { 'node-name': diskNodeName(disk) });
    throw error;
  });
}

export async function growDisk(
  context: QemuContext,
  state: ServerState,
  diskId: string,
  sizeGb: number,
): Promise<void> {
  const disk = state.disks.find(({ id }) => id === diskId);
  if (!disk) throw qemuError('notFound', `The server "${state.name}" doesn't have this disk.`);
  if (sizeGb < disk.sizeGb)
    throw qemuError('refused', `The disk has ${disk.sizeGb} GB and cannot shrink to ${sizeGb} GB.`);
  if (sizeGb === disk.sizeGb) return;
  await requireDiskSpace(context, sizeGb);
  const client = await monitorWhenRunning(context, state.id);
  try {
    if (client)
      await client.execute('block_resize', {
        'node-name': diskNodeName(disk),
        size: sizeGb * 2 ** 30,
      });
    else await context.disks.grow(context.paths.server(state.id).disk(diskId), sizeGb);
  } catch (error) {
    throw asEngineError('Growing the disk', error);
  }
  disk.sizeGb = sizeGb;
  await context.states.write(state);
}

export async function removeDisk(
  context: QemuContext,
  state: ServerState,
  diskId: string,
): Promise<void> {
  const disk = state.disks.find(({ id }) => id === diskId);
  if (!disk) return;
  if (disk === state.disks[0])
    throw qemuError('refused', `The boot disk of "${state.name}" cannot be removed.`);
  if (state.snapshots.some(({ diskIds }) => diskIds.includes(diskId)))
    throw qemuError(
      'refused',
      `A snapshot of "${state.name}" holds this disk: delete the snapshot first.`,
    );
  const client = await requireUnpluggableMonitor(context, state);
  if (client) {
    await unplug(client, diskDeviceId(disk), 'disk');
    await client.execute('blockdev-del', { 'node-name': diskNodeName(disk) });
  }
  await context.states.write({ ...state, disks: state.disks.filter((one) => one !== disk) });
  await rm(context.paths.server(state.id).disk(diskId), { force: true });
}

export async function attachNic(
  context: QemuContext,
  state: ServerState,
  spec: NicSpec,
): Promise<void> {
  if (state.nics.some(({ id }) => id === spec.id)) return;
  const slot = freeSlot(state.nics, limits.nics);
  if (slot === null)
    throw qemuError(
      'refused',
      `The server "${state.name}" has ${limits.nics} network cards, the most there can be.`,
    );
  const nic: NicState = { ...spec, slot, forwards: [] };
  netdevOptions(nic);
  const client = await monitorWhenRunning(context, state.id);
  const changed = { ...state, nics: [...state.nics, nic] };
  if (!client) return context.states.write(changed);
  try {
    await reconnectNics(context, changed);
    await client.execute('netdev_add', netdevCommand(netdevOptions(nic, state)));
    await context.confinement.createFile(context.paths.server(state.id).traffic(slot));
    await client.execute('object-add', { ...trafficFilter(nic, context.paths.server(state.id)) });
    await client.execute('device_add', nicDevice(nic));
    await client.execute('set_link', { name: nicDeviceId(nic), up: nic.connected });
    await saveForwardPorts(context, changed, client);
  } catch (error) {
    await removeNetdev(client, nic);
    await context.states.write(state);
    await reconnectNics(context, state).catch(() => undefined);
    throw asEngineError('Adding the network card', error);
  }
}

export async function removeNic(
  context: QemuContext,
  state: ServerState,
  nicId: string,
): Promise<void> {
  const nic = state.nics.find(({ id }) => id === nicId);
  if (!nic) return;
  const client = await requireUnpluggableMonitor(context, state);
  if (client) {
    await unplug(client, nicDeviceId(nic), 'network card');
    await removeNetdev(client, nic);
  }
  const changed = { ...state, nics: state.nics.filter((one) => one !== nic) };
  await context.states.write(changed);
  await reconnectNics(context, changed);
  await removeTrafficCounts(context.paths.server(state.id), [nic]);
}

/** A missing device isn't an error. */
async function removeNetdev(client: QmpClient, nic: NicState): Promise<void> {
  await client.execute('object-del', { id: trafficFilterId(nic) }).catch(() => undefined);
  await client.execute('netdev_del', { id: netdevId(nic) }).catch(() => undefined);
}

export async function connectNic(
  context: QemuContext,
  state: ServerState,
  nicId: string,
  connected: boolean,
): Promise<void> {
  const nic = state.nics.find(({ id }) => id === nicId);
  if (!nic)
    throw qemuError('notFound', `The server "${state.name}" doesn't have this network interface.`);
  const client = await monitorWhenRunning(context, state.id);
  if (client) await client.execute('set_link', { name: nicDeviceId(nic), up: connected });
  nic.connected = connected;
  await context.states.write(state);
}

/** The monitor of a server that is on or suspended. Null if it is off. */
export async function monitorWhenRunning(
  context: QemuContext,
  id: string,
): Promise<QmpClient | null> {
  const { power } = await readPower(context, id);
  return power === 'on' || power === 'suspended' ? context.monitors.of(id) : null;
}

async function requireUnpluggableMonitor(
  context: QemuContext,
  state: ServerState,
): Promise<QmpClient | null> {
  const { power } = await readPower(context, state.id);
  if (power === 'suspended')
    throw qemuError(
      'wrongState',
      `The server "${state.name}" is suspended and cannot give a device back: resume it or stop it first.`,
    );
  return power === 'on' ? context.monitors.of(state.id) : null;
}

async function unplug(client: QmpClient, deviceId: string, description: string): Promise<void> {
  const deletedEvent = client.next(
    ({ event, data }) => event === 'DEVICE_DELETED' && data.device === deviceId,
    unplugTimeoutMs,
  );
  try {
    await client.execute('device_del', { id: deviceId });
  } catch (error) {
    throw asEngineError(`Removing the ${description}`, error);
  }
  if (!(await deletedEvent))
    throw qemuError(
      'timeout',
      `The server did not give the ${description} back within ${unplugTimeoutMs / 1000} s: its operating system is busy or not up yet. Try again, or stop the server first.`,
    );
}
