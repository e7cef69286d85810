import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeComputeConformance, exampleSpec, expectUserError } from './conformance.ts';
import { failingNames } from './simulated/failingNames.ts';
import { SimulatedEngine } from './simulated.ts';

let folder: string;
let engine: SimulatedEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudberth-simulated-'));
  engine = new SimulatedEngine({ dataDir: folder });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function smallImage() {
  const path = join(folder, 'image.raw');
  await writeFile(path, Buffer.alloc(512));
  return { id: 'small', path, format: 'raw' as const };
}

describeComputeConformance('simulated', (dataDir) => new SimulatedEngine({ dataDir }), {
  image: smallImage,
});

describe('simulated engine', () => {
  it('reports that nothing real runs', async () => {
    expect(await engine.capabilities()).toMatchObject({
      acceleration: 'none',
      network: 'none',
      description: expect.stringMatching(/^Simulated/),
    });
  });

  it('fails for the reserved names with a clear message, and keeps the previous state', async () => {
    const create = exampleSpec(null, { name: failingNames.create });
    expect((await expectUserError(engine.create(create), 'failed')).message).toContain(
      'Simulated failure',
    );
    expect(await engine.inspect(create.id)).toBeNull();

    const start = exampleSpec(null, { name: failingNames.start });
    await engine.create(start);
    await expectUserError(engine.start(start.id), 'failed');
    expect(await engine.inspect(start.id)).toMatchObject({ power: 'off' });

    const snapshot = exampleSpec(null, { name: failingNames.snapshot });
    await engine.create(snapshot);
    await expectUserError(engine.createSnapshot(snapshot.id, 'first'), 'failed');
    expect(await engine.inspect(snapshot.id)).toMatchObject({ snapshots: [] });
  });

  it('echoes input on the serial console, and powers off on "poweroff" and notifies the portal', async () => {
    const { id } = await startedServer();
    const changes: unknown[] = [];
    engine.onPowerChange((change) => changes.push(change));
    const console = await engine.openConsole(id, 'serial');
    let output = '';
    const consoleEnded = new Promise<void>((resolve) =>
      console.on('data', (chunk: Buffer) => (output += chunk)).once('end', resolve),
    );
    console.write('hallo\r');
    console.write('powerofx\u007ff\r');
    await consoleEnded;
    expect(output).toContain('hallo\r\nhallo\r\nconformance (simulated)$ ');
    expect(changes).toEqual([{ id, power: 'off' }]);
    expect(await engine.inspect(id)).toMatchObject({ power: 'off' });
  });

  it('returns the same metrics for the same moment, and counters that only grow', async () => {
    const { id } = await startedServer();
    const [first] = await engine.sample([id]);
    const [second] = await engine.sample([id]);
    expect(second?.memory.totalMb).toBe(first?.memory.totalMb);
    expect(second?.nics[0]?.sentBytes).toBeGreaterThanOrEqual(
      first?.nics[0]?.sentBytes ?? Number.NaN,
    );
    expect(second?.disks[0]?.writeBytes).toBeGreaterThanOrEqual(
      first?.disks[0]?.writeBytes ?? Number.NaN,
    );
  });

  async function startedServer() {
    const spec = exampleSpec(null);
    await engine.create(spec);
    await engine.start(spec.id);
    return spec;
  }
});
