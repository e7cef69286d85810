import { describe, expect, it } from 'vitest';
import type { ServerState } from '../state.ts';
import { qemuArguments } from './arguments.ts';
import { DataPaths } from './paths.ts';

const state: ServerState = {
  version: 1,
  id: 'server-1',
  name: 'web, first',
  cores: 2,
  ramMb: 512,
  imageId: null,
  disks: [
    { id: '0f0e0d0c-0b0a-4908-8706-050403020100', sizeGb: 5, slot: 0 },
    { id: 'data', sizeGb: 10, slot: 3 },
  ],
  nics: [{ id: 'nic', mac: '52:54:00:AA:00:01', connected: true, slot: 2, forwards: [] }],
  snapshots: [],
};
const paths = new DataPaths('/data').server('server-1');
const emulated = qemuArguments(state, paths, { acceleration: 'emulation' }, null);
const valuesAfter = (args: readonly string[], option: string) =>
  args.flatMap((arg, index) => (arg === option ? [args[index + 1] ?? ''] : []));
const devices = (args: readonly string[]) =>
  valuesAfter(args, '-device').map((text) => JSON.parse(text) as Record<string, unknown>);

describe('QEMU command line', () => {
  it('uses no defaults, starts paused and sandboxes the process', () => {
    expect(emulated).toEqual(expect.arrayContaining(['-nodefaults', '-no-user-config', '-S']));
    expect(valuesAfter(emulated, '-sandbox')).toEqual([
      'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny',
    ]);
  });

  it('listens on Unix sockets only', () => {
    expect(valuesAfter(emulated, '-vnc')).toEqual([
      'unix:/data/servers/server-1/run/vnc.sock,share=force-shared,key-delay-ms=1',
    ]);
    const [serial, sockets] = [
      /^stdio,id=serial,signal=off$/,
      /^socket,id=\w+,path=\/data\/servers\/server-1\/run\/\w+\.sock,server=on,wait=off/,
    ];
    const lines = valuesAfter(emulated, '-chardev');
    expect(lines.filter((line) => serial.test(line))).toHaveLength(1);
    expect(lines.filter((line) => !serial.test(line) && !sockets.test(line))).toEqual([]);
    expect(valuesAfter(emulated, '-mon')).toHaveLength(3);
  });

  it('uses KVM where available, and otherwise a translation cache that grows with the server', () => {
    const cacheFor = (ramMb: number) =>
      valuesAfter(
        qemuArguments({ ...state, ramMb }, paths, { acceleration: 'emulation' }, null),
        '-accel',
      );
    expect([128, 1024, 8192].map(cacheFor)).toEqual(
      [32, 128, 256].map((mb) => [`tcg,thread=multi,tb-size=${mb}`]),
    );
    expect(valuesAfter(qemuArguments(state, paths, { acceleration: 'kvm' }, null), '-cpu')).toEqual(
      ['host'],
    );
  });

  it('doesn’t let a comma in a name add an option', () => {
    expect(valuesAfter(emulated, '-name')[0]).toMatch(/^guest=web,, first,/);
  });

  it('puts the boot disk first, every other device on the port of its slot, and the seed last', () => {
    const byId = (id: string) => devices(emulated).find((device) => device.id === id);
    expect(byId('drive0')).toMatchObject({
      bus: 'pcie.0',
      bootindex: 1,
      serial: '0f0e0d0c0b0a49088706',
    });
    expect(byId('drive3')).toMatchObject({ bus: 'port3', drive: 'disk3' });
    expect(byId('nic2')).toMatchObject({ bus: 'port18', mac: '52:54:00:aa:00:01' });
    expect(byId('seed')).toMatchObject({ bus: 'port24' });
    const ports = devices(emulated).filter(({ driver }) => driver === 'pcie-root-port');
    expect(ports.map(({ id }) => id)).toEqual(
      Array.from({ length: 24 }, (_, index) => `port${index + 1}`),
    );
    expect(new Set(ports.map(({ addr }) => addr)).size).toBe(24);
  });

  it('passes a kernel only for images that have one', () => {
    expect(emulated).not.toContain('-kernel');
    const direct = qemuArguments(
      state,
      paths,
      { acceleration: 'emulation' },
      { kernel: '/k', initrd: '/i', append: 'quiet' },
    );
    expect([
      valuesAfter(direct, '-kernel'),
      valuesAfter(direct, '-initrd'),
      valuesAfter(direct, '-append'),
    ]).toEqual([['/k'], ['/i'], ['quiet']]);
  });
});

describe('run folder', () => {
  it('is in the server folder if a socket path there fits into 107 bytes, and otherwise in a separate short folder', () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect(new DataPaths('/data').server(id).runFolder).toBe(`/data/servers/${id}/run`);
    const longPaths = new DataPaths(`/${'x'.repeat(80)}`).server(id);
    expect(longPaths.runFolder).not.toContain('xxx');
    expect(longPaths.agentSocket.length).toBeLessThan(108);
    expect(new DataPaths(`/${'x'.repeat(80)}`).server(id).runFolder).toBe(longPaths.runFolder);
    expect(new DataPaths(`/${'y'.repeat(80)}`).server(id).runFolder).not.toBe(longPaths.runFolder);
  });
});
