import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleNic, exampleSpec } from '../../conformance.ts';
import type { StartingPortal } from '../../testing/startingPortal.ts';
import { skipReason, tinyGuestImage } from '../../testing/tinyGuest.ts';
import { QemuEngine } from '../engine.ts';
import type { QemuEngineOptions } from '../options.ts';
import { until } from '../until.ts';
import { DataPaths, type ServerPaths } from './paths.ts';

const skipped = skipReason();
const program = new URL('../../testing/startingPortal.ts', import.meta.url).pathname;

/**
 * The portal is killed as soon as this file exists. The first programs of a start are then running,
 * but QEMU isn't.
 */
const moments: [string, (paths: ServerPaths) => string][] = [
  ['has created the server', (paths) => paths.state],
  ['prepares the confinement', (paths) => paths.mountTable],
  ['has begun to start QEMU', (paths) => paths.log],
  ['has started QEMU', (paths) => paths.pid],
];

describe.skipIf(skipped)(
  `a portal killed while it starts a server${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let options: QemuEngineOptions & { dataDir: string };
    let engine: QemuEngine;

    beforeAll(async () => {
      options = {
        dataDir: await mkdtemp(join(tmpdir(), 'cloudberth-killed-start-')),
        network: 'user',
      };
      engine = new QemuEngine(options);
      await engine.importImage(await tinyGuestImage());
      await engine.capabilities();
    }, 120_000);

    afterAll(async () => {
      await engine?.close();
      await rm(options.dataDir, { recursive: true, force: true });
    });

    // Several times each, because leftovers of the killed start continue beside the next one with
    // varying timing.
    it.each(moments.flatMap((moment) => [1, 2, 3].map((time) => [...moment, time] as const)))(
      'and %s: the next one starts exactly one QEMU',
      async (_case, fileOf) => {
        const spec = exampleSpec('tiny', {
          nics: [exampleNic()],
          disks: [{ id: 'boot', sizeGb: 1 }],
          ramMb: 96,
        });
        const input = join(options.dataDir, 'input.json');
        await writeFile(input, JSON.stringify({ options, spec } satisfies StartingPortal));
        const portal = spawn(process.execPath, [program, input], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        const portalExit = once(portal, 'exit');
        const file = fileOf(new DataPaths(options.dataDir).server(spec.id));
        expect(await until(async () => existsSync(file), 60_000, { everyMs: 1 })).toBe(true);
        portal.kill('SIGKILL');
        await portalExit;
        await engine.create(spec);
        await engine.start(spec.id);
        expect(await engine.inspect(spec.id)).toMatchObject({ power: 'on' });
        expect(await serversRunning(spec.id)).toHaveLength(1);
        await engine.destroy(spec.id);
        expect(await serversRunning(spec.id)).toEqual([]);
      },
      90_000,
    );
  },
);

async function serversRunning(id: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.startsWith('qemu-system') && line.includes(id));
}
