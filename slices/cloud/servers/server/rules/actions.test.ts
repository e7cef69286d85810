import { describe, expect, it } from 'vitest';
import { serverActionNames } from '../../contract/obstacles.ts';
import {
  type ActionFacts,
  diskObstacles,
  nicObstacles,
  obstaclesOf,
  obstacleTexts,
  obstacleTo,
  snapshotReasons,
  unavailableReason,
} from './actions.ts';

const live = {
  addDisk: true,
  growDisk: true,
  removeDisk: true,
  addNic: true,
  removeNic: true,
  cores: false,
  ram: false,
  snapshotMemory: true,
};
const running: ActionFacts = {
  ...{ state: 'live', power: 'on', problem: null, lock: null, cmdId: null },
  engine: { engine: 'qemu', acceleration: 'kvm', isReady: true, consoles: ['vnc', 'serial'], live },
};
const allowedActions = (change: Partial<ActionFacts>) =>
  serverActionNames
    .filter((action) => obstacleTo(action, { ...running, ...change }) === null)
    .join(' ');
const recordActions = 'rename billing lock';
const upkeepActions = 'revert lock cd backup overwrite transfer';

describe('allowed server actions', () => {
  it.each([
    [
      'on',
      {},
      `stop reboot suspend console snapshot addDisk addNic rename password billing terminate ${upkeepActions}`,
    ],
    [
      'off',
      { power: 'off' },
      `start snapshot resize addDisk addNic rename password billing clone terminate ${upkeepActions}`,
    ],
    [
      'locked against accidents',
      { lock: { by: 'dana@example.test', reason: '' } },
      'console snapshot addDisk addNic rename password billing unlock cd backup',
    ],
    [
      'suspended',
      { power: 'suspended' },
      `stop resume console snapshot addDisk addNic rename password billing terminate ${upkeepActions}`,
    ],
    ['being created', { state: 'creating' }, ''],
    ['in the Trash', { state: 'bin', power: 'off' }, 'restore purge'],
    ['in the Trash with a task', { state: 'bin', power: 'off', cmdId: 7 }, ''],
    ['with a task', { cmdId: 7 }, `console ${recordActions}`],
    [
      'with its engine unavailable',
      { engine: { ...running.engine, isReady: false } },
      `${recordActions} transfer`,
    ],
    [
      'in the Trash with its engine unavailable',
      { state: 'bin', power: 'off', engine: { ...running.engine, isReady: false } },
      'restore',
    ],
    [
      'missing in its engine',
      { problem: { kind: 'lost', detail: '' } },
      'rename billing terminate lock',
    ],
    [
      'crashed',
      { power: 'off', problem: { kind: 'crashed', detail: '' } },
      `start snapshot resize addDisk addNic rename password billing clone terminate ${upkeepActions}`,
    ],
    [
      'on an engine that changes cores while it runs',
      { engine: { ...running.engine, live: { ...live, cores: true } } },
      `stop reboot suspend console snapshot resize addDisk addNic rename password billing terminate ${upkeepActions}`,
    ],
    [
      'on an engine without consoles',
      { engine: { ...running.engine, consoles: [] } },
      `stop reboot suspend snapshot addDisk addNic rename password billing terminate ${upkeepActions}`,
    ],
  ] as [string, Partial<ActionFacts>, string][])('%s', (_case, change, expected) => {
    expect(allowedActions(change)).toBe(expected);
  });

  it('return the reason as a code and as a sentence in the viewer’s language', () => {
    const viewer = { name: 'web-1', lacks: () => null };
    expect(obstaclesOf({ ...running, cmdId: 7 }, viewer)).toMatchObject({
      stop: 'busy',
      start: 'busy',
      unlock: 'notLocked',
    });
    expect(Object.keys(obstaclesOf({ ...running, cmdId: 7 }, viewer))).not.toContain('rename');
    expect(unavailableReason('stop', { ...running, cmdId: 7 }, { ...viewer, language: 'en' })).toBe(
      'The server is busy with task 7. Wait until it finishes.',
    );
    expect(unavailableReason('start', running, { ...viewer, language: 'en' })).toBe(
      'The server is on, but it must be off.',
    );
    expect(unavailableReason('start', running, { ...viewer, language: 'he' })).toMatch(/[א-ת]/);
    const lock = { by: 'dana@example.test', reason: 'the shop' };
    expect(unavailableReason('stop', { ...running, lock }, { ...viewer, language: 'en' })).toBe(
      'The server was locked by dana@example.test (reason: the shop). Unlock it first.',
    );
    expect(unavailableReason('rename', running, { ...viewer, language: 'en' })).toBeNull();
  });

  it('report a missing permission before any other denial reason', () => {
    const viewer = {
      lacks: (permission: string) =>
        permission === 'servers.terminate' ? ('rightMissing' as const) : null,
    };
    expect(obstaclesOf(running, viewer)).toMatchObject({
      terminate: 'rightMissing',
      restore: 'rightMissing',
      start: 'mustBeOff',
    });
    expect(
      unavailableReason('terminate', running, { ...viewer, name: 'web-1', language: 'en' }),
    ).toContain('permission terminate on web-1');
    expect(
      unavailableReason('terminate', running, {
        lacks: () => 'notAllowed',
        name: 'web-1',
        language: 'en',
      }),
    ).toContain('servers.terminate');
    expect(obstaclesOf(running, viewer)).not.toHaveProperty('stop');
  });
});

describe('allowed component actions', () => {
  it.each([
    [
      { isBoot: true, isInSnapshot: false },
      {},
      [null, 'The first disk contains the operating system and can’t be removed.'],
    ],
    [
      { isBoot: false, isInSnapshot: true },
      {},
      [null, 'A snapshot uses this disk. Delete the snapshots first.'],
    ],
    [{ isBoot: false, isInSnapshot: false }, {}, [null, null]],
    [
      { isBoot: false, isInSnapshot: false },
      { engine: { ...running.engine, live: { ...live, growDisk: false, removeDisk: false } } },
      [
        expect.stringContaining('Stop the server first'),
        expect.stringContaining('Stop the server first'),
      ],
    ],
  ] as [Parameters<typeof diskObstacles>[1], Partial<ActionFacts>, unknown[]][])(
    'disk %j',
    (disk, change, expected) => {
      const { grow, remove } = obstacleTexts(diskObstacles({ ...running, ...change }, disk), 'en');
      expect([grow, remove]).toEqual(expected);
    },
  );

  it.each([
    [{ isConnected: true, isLast: false }, ['The interface is connected.', null, null]],
    [{ isConnected: false, isLast: false }, [null, 'The interface isn’t connected.', null]],
    [
      { isConnected: true, isLast: true },
      ['The interface is connected.', null, 'A server must have at least one network interface.'],
    ],
  ])('network interface %j', (nic, expected) => {
    const { connect, disconnect, remove } = obstacleTexts(nicObstacles(running, nic), 'en');
    expect([connect, disconnect, remove]).toEqual(expected);
  });

  it('exclude snapshots while a task is running', () => {
    expect(snapshotReasons(running, 'en')).toEqual({
      revert: null,
      remove: null,
      change: null,
      clone: null,
    });
    expect(snapshotReasons({ ...running, cmdId: 3 }, 'en').revert).toContain('task 3');
  });
});
