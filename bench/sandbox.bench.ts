import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleNic, exampleSpec } from '../drivers/compute/conformance.ts';
import { qemuArguments } from '../drivers/compute/qemu/arguments.ts';
import { ServerConfinement } from '../drivers/compute/qemu/confinement.ts';
import { QemuEngine } from '../drivers/compute/qemu/engine.ts';
import { Monitors } from '../drivers/compute/qemu/monitors.ts';
import { DataPaths } from '../drivers/compute/qemu/paths.ts';
import { killProcess, launch, makeSerialInput } from '../drivers/compute/qemu/process.ts';
import { StateFiles } from '../drivers/compute/qemu/state.ts';
import { tinyGuestImage } from '../drivers/compute/testing/tinyGuest.ts';
import { median, reportMarks } from './report.ts';

/**
 * What confinement adds to the start of QEMU: from the launch to the first answer of its monitor, in turns with the same command line
 * started by a shell that only writes the process ID.
 */
const rounds = 11;

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-sandbox-bench-'));
const paths = new DataPaths(dataDir);
const engine = new QemuEngine({ dataDir, network: 'user' });
await engine.importImage(await tinyGuestImage());
const spec = exampleSpec('tiny', { nics: [exampleNic()], disks: [{ id: 'boot', sizeGb: 1 }], ramMb: 96 });
await engine.create(spec);
const server = paths.server(spec.id);
const state = await new StateFiles(paths).read(spec.id);
const confinement = new ServerConfinement(paths);
const command = ['qemu-system-x86_64', ...qemuArguments(state, server, { acceleration: 'emulation' }, null)];
const unconfined = ['sh', '-c', `echo $$ >'${server.pid}'; exec "$@"`, 'sh', ...command] as const;

async function msToStart(isConfined: boolean): Promise<number> {
  await confinement.openFolders(server, state);
  await makeSerialInput(server);
  await mkdir(server.ownFolder, { recursive: true });
  const monitors = new Monitors(paths, () => undefined);
  const began = performance.now();
  const words = isConfined ? await confinement.server(state, server, command, []) : unconfined;
  await launch(words, server, () => monitors.of(spec.id));
  const ms = performance.now() - began;
  await monitors.expectingEnd(spec.id, () => killProcess(server));
  monitors.close();
  return ms;
}

const confined: number[] = [];
const plain: number[] = [];
// The first round fills caches.
for (let round = 0; round <= rounds; round++) {
  const isConfinedFirst = round % 2 === 0;
  const times = [await msToStart(isConfinedFirst), await msToStart(!isConfinedFirst)];
  if (round === 0) continue;
  confined.push(times[isConfinedFirst ? 0 : 1] ?? 0);
  plain.push(times[isConfinedFirst ? 1 : 0] ?? 0);
}
const { account, namespaces } = await confinement.means();
process.stdout.write(`user ${account?.name ?? 'of the portal'}, namespaces ${namespaces ?? 'none'}\n`);
reportMarks([
  { what: 'start of a confined QEMU, median', value: median(confined), unit: 'ms', kind: 'most', limit: 400 },
  {
    what: 'the same beside an unconfined one',
    value: median(confined) / median(plain),
    unit: `× (${median(plain).toFixed(0)} ms)`,
    kind: 'most',
    limit: 1.4,
  },
]);
await engine.destroy(spec.id);
await engine.close();
await rm(dataDir, { recursive: true, force: true });
process.exit();
