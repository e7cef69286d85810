import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ComputeEngine,
  type EngineCapabilities,
  EngineError,
  type EngineHost,
} from '../../../../drivers/compute/port.ts';
import { SimulatedEngine } from '../../../../drivers/compute/simulated.ts';
import type { Config } from '../../../../server/platform/config.ts';
import type { Services } from '../../../../server/platform/context.ts';
import {
  type DatabaseHandle,
  openDatabase,
} from '../../../../server/platform/database/database.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { createTestDatabase } from '../../../../server/platform/testing/postgres.ts';
import {
  createEngines,
  engineOf,
  ensureDatacenters,
  listDatacenters,
  listUsableDatacenters,
} from './index.ts';
import { limitsFor } from './limits.ts';

const leftovers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of leftovers.splice(0).reverse()) await clean();
});

interface Machine {
  ready: boolean;
  /** The engine doesn't respond at all. */
  isBroken?: boolean;
  cores?: number;
  ramMb?: number;
}

/** A stand-in for an engine of real servers on such a host. */
function realEngine(dataDir: string, machine: Machine): ComputeEngine & { asked: number } {
  const engine = new SimulatedEngine({ dataDir });
  const fakeEngine = Object.assign(engine as unknown as ComputeEngine & { asked: number }, {
    name: 'qemu' as const,
    asked: 0,
  });
  const simulated = engine.capabilities.bind(engine);
  fakeEngine.capabilities = async (): Promise<EngineCapabilities> => {
    fakeEngine.asked += 1;
    if (machine.isBroken) throw new EngineError('qemu', 'unavailable', 'the engine is away');
    const availability = machine.ready
      ? {}
      : { problem: 'QEMU is not installed.', remedy: 'apt-get install qemu-system-x86' };
    return {
      ...(await simulated()),
      engine: 'qemu',
      acceleration: 'emulation',
      network: 'user',
      ready: machine.ready,
      ...availability,
    };
  };
  const hosts = engine.hosts.bind(engine);
  fakeEngine.hosts = async () =>
    (await hosts()).map(
      (host): EngineHost => ({
        ...host,
        engine: 'qemu',
        acceleration: 'emulation',
        cpu: { ...host.cpu, cores: machine.cores ?? 2 },
        memoryMb: { total: machine.ramMb ?? 4096, free: 1024 },
      }),
    );
  return fakeEngine;
}

interface Installation {
  database: DatabaseHandle;
  dataDir: string;
}

async function createInstallation(): Promise<Installation> {
  const { url, drop } = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-datacenters-'));
  const database = openDatabase(url, () => {});
  leftovers.push(
    drop,
    () => rm(dataDir, { recursive: true }),
    () => database.close(),
  );
  return { database, dataDir };
}

/** Starts a portal once with this database and data folder. */
async function startedIn(
  { database, dataDir }: Installation,
  engine: Config['engine'],
  machine: Machine,
) {
  const qemuLikeEngine = realEngine(join(dataDir, 'real'), machine);
  const makers = {
    qemu: () => qemuLikeEngine,
    simulated: () => new SimulatedEngine({ dataDir: join(dataDir, 'simulated') }),
  };
  const config = { engine, dataDir } as Config;
  const services = {
    config,
    database,
    engines: createEngines(config, createLog('silent'), makers),
  } as Services;
  await ensureDatacenters(services);
  const ctx = { db: database.db, services };
  return { ctx, services, real: qemuLikeEngine, machine };
}

const opened = async (ctx: { db: Installation['database']['db'] }) =>
  (await listDatacenters(ctx))
    .map(({ engine, isEnabled }) => `${engine} ${isEnabled ? 'open' : 'closed'}`)
    .sort();

describe('the datacenter created at the first start', () => {
  it.each([
    ['auto', { ready: true }, ['qemu open']],
    ['auto', { ready: false }, ['simulated open']],
    ['auto', { ready: true, isBroken: true }, ['simulated open']],
    ['simulated', { ready: true }, ['simulated open']],
    ['qemu', { ready: false }, ['qemu open']],
  ] as const)('with the engine %s on a machine %o is %o', async (engine, machine, expected) => {
    const { ctx } = await startedIn(await createInstallation(), engine, machine);
    expect(await opened(ctx)).toEqual(expected);
  });

  it('is created only once, even if many processes start', async () => {
    const { ctx, services } = await startedIn(await createInstallation(), 'auto', { ready: true });
    await Promise.all(Array.from({ length: 5 }, () => ensureDatacenters(services)));
    expect(await opened(ctx)).toEqual(['qemu open']);
  });
});

describe('a later start', () => {
  it('opens a real datacenter when the machine can run servers, and closes the simulated one', async () => {
    const installation = await createInstallation();
    await startedIn(installation, 'auto', { ready: false });
    const { ctx } = await startedIn(installation, 'auto', { ready: true });
    expect(await opened(ctx)).toEqual(['qemu open', 'simulated closed']);
    expect((await listUsableDatacenters(ctx)).map(({ engine }) => engine)).toEqual(['qemu']);
  });

  it('keeps a datacenter open that no longer works, and reports the reason and the fix', async () => {
    const installation = await createInstallation();
    await startedIn(installation, 'auto', { ready: true });
    const { ctx } = await startedIn(installation, 'auto', { ready: false });
    expect(await opened(ctx)).toEqual(['qemu open', 'simulated open']);
    const qemuDatacenter = (await listUsableDatacenters(ctx)).find(
      ({ engine }) => engine === 'qemu',
    );
    expect(qemuDatacenter).toMatchObject({
      ready: false,
      problem: 'QEMU is not installed.',
      remedy: 'apt-get install qemu-system-x86',
    });
    await expect(engineOf(ctx, qemuDatacenter?.id ?? '')).rejects.toMatchObject({
      reasons: [
        {
          name: 'datacenterNotReady',
          values: { problem: { en: 'QEMU is not installed. apt-get install qemu-system-x86' } },
        },
      ],
    });
  });

  it('in simulation mode doesn’t use the real engine, and reports why its servers are unavailable', async () => {
    const installation = await createInstallation();
    await startedIn(installation, 'auto', { ready: true });
    const { ctx, real } = await startedIn(installation, 'simulated', { ready: true });
    expect(await opened(ctx)).toEqual(['qemu closed', 'simulated open']);
    const closed = (await listDatacenters(ctx)).find(({ engine }) => engine === 'qemu');
    await expect(engineOf(ctx, closed?.id ?? '')).rejects.toMatchObject({
      reasons: [
        { values: { problem: { en: expect.stringContaining('CLOUDBERTH_ENGINE=simulated') } } },
      ],
    });
    expect(real.asked).toBe(0);
  });
});

describe('engine capabilities', () => {
  it('are requested once for all concurrent callers, and cached', async () => {
    const { ctx, real, services } = await startedIn(await createInstallation(), 'auto', {
      ready: true,
    });
    await Promise.all(Array.from({ length: 20 }, () => services.engines.capabilities('qemu')));
    await listUsableDatacenters(ctx);
    expect(real.asked).toBe(1);
  });

  it('are those of the datacenter’s engine, or notFound for a missing one', async () => {
    const { ctx, real } = await startedIn(await createInstallation(), 'auto', { ready: true });
    const [datacenter] = await listDatacenters(ctx);
    expect(await engineOf(ctx, datacenter?.id ?? '')).toBe(real);
    await expect(engineOf(ctx, crypto.randomUUID())).rejects.toThrow('notFound');
  });
});

describe('offered sizes', () => {
  it('are those of the specification', () => {
    const { diskGb, osDiskMaxGb, diskMaxGb, nicsMax, serversAtOnce } = limitsFor(
      ['A', 'B', 'T', 'D'],
      { cores: 64, ramMb: 1_048_576 },
    );
    expect(diskGb).toEqual([
      ...[5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 200, 300, 500, 1000, 1500, 2000],
      ...[
        3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, 11_000, 12_000, 13_000, 14_000, 15_000,
        16_000,
      ],
    ]);
    expect({ osDiskMaxGb, diskMaxGb, nicsMax, serversAtOnce }).toEqual({
      osDiskMaxGb: 2000,
      diskMaxGb: 16_000,
      nicsMax: 8,
      serversAtOnce: 10,
    });
  });

  it('are no larger than the largest host, and never empty', async () => {
    const { ctx } = await startedIn(await createInstallation(), 'auto', {
      ready: true,
      cores: 4,
      ramMb: 3000,
    });
    const [{ limits } = { limits: limitsFor([], { cores: 0, ramMb: 0 }) }] =
      await listUsableDatacenters(ctx);
    expect(limits.cpuTypes).toEqual(
      ['A', 'B', 'T', 'D'].map((type) => ({ type, cores: [1, 2, 4] })),
    );
    expect(limits.ramMb).toEqual([128, 256, 512, 1024, 2048]);
    expect(limitsFor(['B'], { cores: 0, ramMb: 0 })).toMatchObject({
      cpuTypes: [{ cores: [1] }],
      ramMb: [128],
    });
  });
});
