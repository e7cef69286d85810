import { limits } from '../../spec.ts';
import { netdevArgument, netdevId, netdevOptions, nicDeviceId } from '../network/networks.ts';
import { freshLayout, layoutArguments } from '../sizing/layout.ts';
import type { DiskState, NicState, ServerState } from '../state.ts';
import { opticalArguments } from '../storage/opticalDrive.ts';
import type { ServerPaths } from './paths.ts';

/** The process name of a server. */
export const processName = 'cloudberth-server';

/** How the CPU is provided, as detected at startup. */
export interface Machine {
  acceleration: 'kvm' | 'emulation';
}

/** Kernel, RAM disk and command line of an image that is booted without a boot loader. */
export interface DirectBoot {
  kernel: string;
  initrd?: string;
  append: string;
}

/**
 * Translation cache of an emulated server in MB. 32 is enough for a tiny guest and allows many in
 * parallel. A full distribution would retranslate its code continuously with so little.
 */
export const emulationCacheMb = (ramMb: number) =>
  Math.min(256, Math.max(32, Math.floor(ramMb / 8)));

/**
 * Ports for hotplugging: 1 to 15 for additional disks, 16 to 23 for network interfaces, the last
 * for the seed. The boot disk is on the main bus, which Linux scans first, so it is vda, followed
 * by the additional disks and finally the seed.
 */
const firstNicPort = limits.disks;
const seedPort = limits.disks + limits.nics;
const portName = (index: number) => `port${index}`;

/**
 * The command line of one server. It ignores QEMU's defaults and configuration files, starts
 * paused, uses standard input and output as the serial console and only Unix sockets, and can
 * neither start programs nor gain privileges.
 */
export function qemuArguments(
  state: ServerState,
  paths: ServerPaths,
  machine: Machine,
  boot: DirectBoot | null,
): string[] {
  return [
    ...['-name', `guest=${doubleCommas(state.name)},process=${processName}`],
    ...['-nodefaults', '-no-user-config', '-S', '-display', 'none', '-msg', 'timestamp=on'],
    ...['-sandbox', 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'],
    ...['-machine', 'q35,sata=off,smbus=off,vmport=off', '-boot', 'menu=off,strict=on'],
    ...processorArguments(machine, state.ramMb),
    ...layoutArguments(state.layout ?? freshLayout(state)),
    ...['-pidfile', paths.ownPid],
    ...paths.monitors.flatMap((path, index) => monitorArguments(path, index)),
    ...['-chardev', 'stdio,id=serial,signal=off'],
    ...['-serial', 'chardev:serial'],
    ...agentArguments(paths),
    // Keys are forwarded immediately. Automated typing waits until the guest has read them.
    ...[
      '-vga',
      'std',
      '-vnc',
      `unix:${doubleCommas(paths.vncSocket)},share=force-shared,key-delay-ms=1`,
    ],
    ...(boot && state.bootFrom !== 'iso' ? directBootArguments(boot) : []),
    ...opticalArguments(state, paths.isoOf),
    ...Array.from({ length: seedPort }, (_, index) => device(portOptions(index + 1))).flat(),
    ...device({ driver: 'virtio-balloon-pci', id: 'balloon', 'free-page-reporting': true }),
    ...[
      '-object',
      'rng-builtin,id=entropy',
      ...device({ driver: 'virtio-rng-pci', rng: 'entropy' }),
    ],
    ...state.disks.flatMap((disk, index) => [
      ...blockdev(diskNode(disk, paths)),
      ...device(diskDevice(disk, index === 0)),
    ]),
    ...blockdev(seedNode(paths)),
    ...device({
      driver: 'virtio-blk-pci',
      id: 'seed',
      drive: 'seed',
      serial: 'cidata',
      bus: portName(seedPort),
    }),
    ...state.nics.flatMap((nic) => [
      '-netdev',
      netdevArgument(netdevOptions(nic, state)),
      ...device(nicDevice(nic)),
      ...trafficArguments(nic, paths),
    ]),
  ];
}

function processorArguments({ acceleration }: Machine, ramMb: number): string[] {
  if (acceleration === 'kvm') return ['-accel', 'kvm', '-cpu', 'host'];
  return ['-accel', `tcg,thread=multi,tb-size=${emulationCacheMb(ramMb)}`, '-cpu', 'max'];
}

function monitorArguments(path: string, index: number): string[] {
  return [
    '-chardev',
    `socket,id=qmp${index},path=${doubleCommas(path)},server=on,wait=off`,
    '-mon',
    `chardev=qmp${index},mode=control`,
  ];
}

/** The channel to the guest agent (package qemu-guest-agent). */
function agentArguments(paths: ServerPaths): string[] {
  return [
    ...['-chardev', `socket,id=agent,path=${doubleCommas(paths.agentSocket)},server=on,wait=off`],
    ...device({ driver: 'virtio-serial-pci', id: 'channels', max_ports: 2 }),
    ...device({
      driver: 'virtserialport',
      bus: 'channels.0',
      chardev: 'agent',
      name: 'org.qemu.guest_agent.0',
    }),
  ];
}

function directBootArguments({ kernel, initrd, append }: DirectBoot): string[] {
  return ['-kernel', kernel, ...(initrd ? ['-initrd', initrd] : []), '-append', append];
}

/**
 * Eight functions per PCI slot. io-reserve=0, because the bridges together would request more I/O
 * ports than a PC has.
 */
function portOptions(index: number): Record<string, unknown> {
  const place = index - 1;
  const addr = `0x${(0x10 + (place >> 3)).toString(16)}.${place & 7}`;
  return {
    driver: 'pcie-root-port',
    id: portName(index),
    chassis: index,
    addr,
    'io-reserve': 0,
    ...(place % 8 === 0 && { multifunction: true }),
  };
}

export const diskNodeName = (disk: { slot: number }) => `disk${disk.slot}`;
export const diskFileNodeName = (disk: { slot: number }) => `file${disk.slot}`;
export const diskDeviceId = (disk: { slot: number }) => `drive${disk.slot}`;

export function diskNode(disk: DiskState, paths: ServerPaths): Record<string, unknown> {
  const file = {
    driver: 'file',
    'node-name': diskFileNodeName(disk),
    filename: paths.disk(disk.id),
    discard: 'unmap',
  };
  return {
    driver: 'qcow2',
    'node-name': diskNodeName(disk),
    discard: 'unmap',
    'detect-zeroes': 'unmap',
    file,
  };
}

/**
 * The guest finds the disk as /dev/disk/by-id/virtio-… by the first 20 characters of its ID without
 * dashes. bootindex 0 is used by a directly booted kernel.
 */
export function diskDevice(disk: DiskState, isBootDisk: boolean): Record<string, unknown> {
  const serial = disk.id.replaceAll('-', '').slice(0, 20);
  const place = isBootDisk
    ? { bus: 'pcie.0', addr: '0x8', bootindex: 1 }
    : { bus: portName(disk.slot) };
  return {
    driver: 'virtio-blk-pci',
    id: diskDeviceId(disk),
    drive: diskNodeName(disk),
    serial,
    ...place,
  };
}

function seedNode(paths: ServerPaths): Record<string, unknown> {
  return {
    driver: 'raw',
    'node-name': 'seed',
    'read-only': true,
    file: { driver: 'file', filename: paths.seed, 'read-only': true },
  };
}

/** The empty romfile omits the network boot ROM, which would add boot time. */
export function nicDevice(nic: NicState): Record<string, unknown> {
  const bus = portName(firstNicPort + nic.slot);
  return {
    driver: 'virtio-net-pci',
    id: nicDeviceId(nic),
    netdev: netdevId(nic),
    mac: nic.mac.toLowerCase(),
    bus,
    romfile: '',
  };
}

export const trafficFilterId = (nic: { slot: number }) => `traffic${nic.slot}`;

/** Records 14 bytes of each frame, enough for its addresses. See `trafficCount.ts`. */
export function trafficFilter(
  nic: NicState,
  paths: ServerPaths,
): { 'qom-type': 'filter-dump'; id: string; netdev: string; file: string; maxlen: number } {
  return {
    'qom-type': 'filter-dump',
    id: trafficFilterId(nic),
    netdev: netdevId(nic),
    file: paths.traffic(nic.slot),
    maxlen: 14,
  };
}

function trafficArguments(nic: NicState, paths: ServerPaths): string[] {
  const { id, netdev, file, maxlen } = trafficFilter(nic, paths);
  return [
    '-object',
    `filter-dump,id=${id},netdev=${netdev},file=${doubleCommas(file)},maxlen=${maxlen}`,
  ];
}

const device = (options: Record<string, unknown>) => ['-device', JSON.stringify(options)];
const blockdev = (options: Record<string, unknown>) => ['-blockdev', JSON.stringify(options)];
/** Doubles commas, which escapes them in QEMU's key=value options. */
const doubleCommas = (value: string) => value.replaceAll(',', ',,');
