import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exampleNic, exampleSpec } from '../../drivers/compute/conformance.ts';
import { QemuEngine } from '../../drivers/compute/qemu/engine.ts';
import { ServerConfinement } from '../../drivers/compute/qemu/process/confinement.ts';
import { DataPaths } from '../../drivers/compute/qemu/process/paths.ts';
import { tinyGuestImage } from '../../drivers/compute/testing/tinyGuest.ts';
import { quote, type StagedCommand, startLines } from '../../drivers/sandbox/command.ts';
import { median, reportMarks } from '../harness/report.ts';

/**
 * The overhead of confinement for a new server: for creating and starting it, and until its guest
 * shows a login prompt. The baseline, measured alternately, is an engine that runs QEMU as the
 * portal's user, without namespaces, control groups, system call filter and packet filter.
 */
const starts = 21;
const boots = 5;
const promptLimitMs = 120_000;

class NoConfinement extends ServerConfinement {
  override means() {
    return Promise.resolve({
      ...{
        account: null,
        namespaces: null,
        dropsCapabilities: false,
        programFolders: [],
        devices: [],
        files: [],
        rootFolder: '',
      },
    });
  }
  override groups() {
    return Promise.resolve(null);
  }
  override blocksHostReach() {
    return Promise.resolve(true);
  }
  override server(_: unknown, paths: { pid: string }): Promise<StagedCommand> {
    return Promise.resolve({
      words: ['sh', '-s'],
      preparation: '',
      start: ({ command, input, output }) => {
        const unfiltered = command.filter(
          (word, index) => word !== '-sandbox' && command[index - 1] !== '-sandbox',
        );
        return startLines(
          { path: paths.pid },
          `${unfiltered.map(quote).join(' ')} <>${quote(input)} >>${quote(output)}`,
        );
      },
    });
  }
}

interface Side {
  engine: QemuEngine;
  paths: DataPaths;
  creates: number[];
  starts: number[];
  both: number[];
  prompts: number[];
}

async function openSide(confinementOf: (paths: DataPaths) => ServerConfinement): Promise<Side> {
  const paths = new DataPaths(await mkdtemp(join(tmpdir(), 'cloudberth-sandbox-bench-')));
  const engine = new QemuEngine({
    dataDir: paths.dataDir,
    network: 'user',
    confinement: confinementOf(paths),
  });
  await engine.importImage(await tinyGuestImage());
  return { engine, paths, creates: [], starts: [], both: [], prompts: [] };
}

async function waitForPrompt(path: string): Promise<void> {
  const deadline = performance.now() + promptLimitMs;
  while (!(await readFile(path, 'utf8')).includes('login: ')) {
    if (performance.now() > deadline)
      throw new Error(`No login prompt within ${promptLimitMs} ms.`);
    await pause(20);
  }
}

async function measure(
  { engine, paths, ...figures }: Side,
  isBooted: boolean,
  isCounted: boolean,
): Promise<void> {
  const spec = exampleSpec('tiny', {
    nics: [exampleNic()],
    disks: [{ id: 'boot', sizeGb: 1 }],
    ramMb: 96,
  });
  const startedAt = performance.now();
  await engine.create(spec);
  const created = performance.now();
  await engine.start(spec.id);
  const started = performance.now();
  if (isBooted) await waitForPrompt(paths.server(spec.id).serialLog);
  const promptedAt = performance.now();
  await engine.destroy(spec.id);
  if (!isCounted) return;
  if (isBooted) figures.prompts.push(promptedAt - created);
  else {
    figures.creates.push(created - startedAt);
    figures.starts.push(started - created);
    figures.both.push(started - startedAt);
  }
}

const confined = await openSide((paths) => new ServerConfinement(paths));
const baseline = await openSide((paths) => new NoConfinement(paths));
// The first round fills caches.
for (let round = 0; round <= starts + boots; round++)
  for (const side of round % 2 === 0 ? [confined, baseline] : [baseline, confined])
    await measure(side, round > starts, round > 0);

const { account, namespaces } = await new ServerConfinement(confined.paths).means();
process.stdout.write(
  `user ${account?.name ?? 'of the portal'}, namespaces ${namespaces ?? 'none'}\n`,
);
const comparison = (
  metric: string,
  valuesOf: (side: Side) => readonly number[],
  limit: number,
) => ({
  what: `${metric} of a confined server, beside an unconfined one`,
  value: median(valuesOf(confined)) / median(valuesOf(baseline)),
  unit: `× (${median(valuesOf(confined)).toFixed(1)} and ${median(valuesOf(baseline)).toFixed(1)} ms)`,
  kind: 'most' as const,
  limit,
});
reportMarks([
  comparison('creation and start', ({ both }) => both, 1.05),
  comparison('start', ({ starts }) => starts, 1.1),
  comparison('start to login prompt', ({ prompts }) => prompts, 1.05),
]);
for (const { engine, paths } of [confined, baseline]) {
  await engine.close();
  await rm(paths.dataDir, { recursive: true, force: true });
}
process.exit();
