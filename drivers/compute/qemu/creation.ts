import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { clock } from '../../../server/platform/clock.ts';
import type { Progress, Seed, ServerSpec } from '../port.ts';
import type { QemuContext } from './context.ts';
import { asEngineError, qemuError } from './errors.ts';
import { netdevOptions } from './network/networks.ts';
import type { ServerPaths } from './process/paths.ts';
import { findProcess, killProcess } from './process/process.ts';
import { requireDiskSpace, requireStorage } from './sizing/host.ts';
import type { ServerState } from './state.ts';
import { gigabyte, imagePathFromServer } from './storage/disks.ts';
import { readImage } from './storage/images.ts';
import { seedImage } from './storage/seed.ts';

interface Options {
  progress?: Progress;
  signal?: AbortSignal;
}

/**
 * Creates the server in a temporary folder and renames it at the end, so an interruption leaves no
 * server.
 */
export async function createServer(
  context: QemuContext,
  spec: ServerSpec,
  options: Options,
): Promise<void> {
  if (await context.states.find(spec.id)) return;
  const state = stateOf(spec);
  for (const nic of state.nics) netdevOptions(nic);
  for (const disk of spec.disks) await requireDiskSpace(context, disk.sizeGb);
  const draft = context.paths.server(spec.id, `.creating-${spec.id}`);
  try {
    await rm(draft.folder, { recursive: true, force: true });
    await mkdir(draft.folder, { recursive: true, mode: 0o700 });
    await context.states.write(state, draft);
    await makeDisks(context, spec, state, draft, options);
    await writeSeed(draft, spec.seed);
    await context.states.write(state, draft);
    options.signal?.throwIfAborted();
    await rename(draft.folder, context.paths.server(spec.id).folder);
  } catch (error) {
    await rm(draft.folder, { recursive: true, force: true });
    throw options.signal?.aborted ? error : asEngineError('Creating the server', error);
  }
}

/** Deletes the server completely. Also works on the remains of one with damaged files. */
export async function destroyServer(context: QemuContext, id: string): Promise<void> {
  const paths = context.paths.server(id);
  await killProcess(paths);
  await context.confinement.release(id);
  const removed = context.paths.server(id, `.removed-${id}`).folder;
  await rm(removed, { recursive: true, force: true });
  await rename(paths.folder, removed).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rm(removed, { recursive: true, force: true });
  await rm(context.paths.server(id, `.creating-${id}`).folder, { recursive: true, force: true });
}

/**
 * The seed is replaced atomically, so a server that is just starting reads either the old or the
 * new one.
 */
export async function writeSeed(paths: ServerPaths, seed: Seed): Promise<void> {
  const draft = `${paths.seed}.${randomUUID()}`;
  await writeFile(draft, seedImage(seed, clock.now()), { mode: 0o600 });
  await rename(draft, paths.seed);
}

function stateOf(spec: ServerSpec): ServerState {
  return {
    version: 1,
    id: spec.id,
    name: spec.name,
    cores: spec.cores,
    ramMb: spec.ramMb,
    imageId: spec.source.kind === 'image' ? spec.source.imageId : null,
    disks: spec.disks.map(({ id, sizeGb }, slot) => ({ id, sizeGb, slot })),
    nics: spec.nics.map((nic, slot) => ({ ...nic, slot, forwards: [] })),
    snapshots: [],
  };
}

async function makeDisks(
  context: QemuContext,
  spec: ServerSpec,
  state: ServerState,
  draft: ServerPaths,
  options: Options,
): Promise<void> {
  const copiedCount = await copySourceDisks(context, spec, state, draft, options);
  for (const [index, disk] of state.disks.entries()) {
    if (index < copiedCount) continue;
    if (index === 0 && spec.source.kind === 'image')
      await makeBootDisk(context, spec.source.imageId, disk.sizeGb, draft.disk(disk.id));
    else await context.disks.createEmpty(draft.disk(disk.id), disk.sizeGb);
  }
}

/** Creates disks from a source other than an image, and returns their number. */
async function copySourceDisks(
  context: QemuContext,
  { source }: ServerSpec,
  state: ServerState,
  draft: ServerPaths,
  options: Options,
): Promise<number> {
  if (source.kind === 'server') return copyDisks(context, source, state, draft, options);
  return source.kind === 'files' ? readDisks(context, source, state, draft, options) : 0;
}

/** Creates disks from exported files. */
async function readDisks(
  context: QemuContext,
  source: Extract<ServerSpec['source'], { kind: 'files' }>,
  state: ServerState,
  draft: ServerPaths,
  { progress, signal }: Options,
): Promise<number> {
  if (source.imageId !== null) await readImage(context, source.imageId);
  state.imageId = source.imageId;
  await context.states.write(state, draft);
  const stats = await Promise.all(source.paths.map((path) => stat(path)));
  await requireStorage(
    context,
    stats.reduce((sum, { size }) => sum + size, 0) / gigabyte,
    'the disks',
  );
  for (const [index, path] of source.paths.entries()) {
    const target = state.disks[index];
    const sizeGb = (await context.disks.virtualSize(path, 'qcow2')) / gigabyte;
    if (!target || target.sizeGb < sizeGb)
      throw qemuError(
        'refused',
        `Disk ${index + 1} needs ${Math.ceil(sizeGb)} GB or more; ${target?.sizeGb ?? 0} GB were asked for.`,
      );
    const report: Progress = (percent) =>
      progress?.(Math.floor((100 * index + percent) / source.paths.length));
    await context.disks.copy(path, draft.disk(target.id), { backing: null }, report, signal);
    if (target.sizeGb > sizeGb) await context.disks.grow(draft.disk(target.id), target.sizeGb);
  }
  return source.paths.length;
}

async function makeBootDisk(
  context: QemuContext,
  imageId: string,
  sizeGb: number,
  path: string,
): Promise<void> {
  const image = await readImage(context, imageId);
  if (image.format === 'iso')
    throw qemuError(
      'refused',
      'The image is a CD; a server starts from a disk. Put it into the drive of a server instead.',
    );
  if (sizeGb < image.virtualSizeGb)
    throw qemuError(
      'refused',
      `The image needs a disk of ${image.virtualSizeGb} GB; ${sizeGb} GB were asked for.`,
    );
  await context.disks.createOverlay(
    path,
    { path: imagePathFromServer(imageId), format: image.format },
    sizeGb,
  );
}

/** Copies all disks of another server or of its snapshot, and returns their number. */
async function copyDisks(
  context: QemuContext,
  from: Extract<ServerSpec['source'], { kind: 'server' }>,
  state: ServerState,
  draft: ServerPaths,
  { progress, signal }: Options,
): Promise<number> {
  const source = await context.states.read(from.serverId);
  const paths = context.paths.server(from.serverId);
  const snapshot = source.snapshots.find(({ id }) => id === from.snapshotId);
  if (from.snapshotId !== undefined && !snapshot)
    throw qemuError('notFound', `The server "${source.name}" doesn't have this snapshot.`);
  // A snapshot doesn't change while it exists, so the server can run.
  if (!snapshot && (await findProcess(paths)) !== null)
    throw qemuError('wrongState', `The server "${source.name}" must be off to be copied.`);
  const disks = source.disks.filter(({ id }) => !snapshot || snapshot.diskIds.includes(id));
  const areLargeEnough = disks.every(
    (disk, index) => (state.disks[index]?.sizeGb ?? 0) >= disk.sizeGb,
  );
  if (!areLargeEnough)
    throw qemuError(
      'refused',
      `The copy needs a disk for each disk of "${source.name}", as large or larger.`,
    );
  const sizes = await Promise.all(
    disks.map(async (disk) => (await stat(paths.disk(disk.id))).blocks * 512),
  );
  await requireStorage(context, sizes.reduce((sum, size) => sum + size, 0) / gigabyte, 'the copy');
  const image = source.imageId === null ? null : await readImage(context, source.imageId);
  state.imageId = source.imageId;
  await context.states.write(state, draft);
  for (const [index, disk] of disks.entries()) {
    const target = state.disks[index];
    if (!target) continue;
    const backing =
      index === 0 && image ? { path: imagePathFromServer(image.id), format: image.format } : null;
    const report: Progress = (percent) =>
      progress?.(Math.floor((100 * index + percent) / disks.length));
    await context.disks.copy(
      paths.disk(disk.id),
      draft.disk(target.id),
      { backing, tag: snapshot?.id },
      report,
      signal,
    );
    // A snapshot contains the disk size at the time it was created.
    if (target.sizeGb > disk.sizeGb || snapshot)
      await context.disks.grow(draft.disk(target.id), target.sizeGb);
  }
  return disks.length;
}
