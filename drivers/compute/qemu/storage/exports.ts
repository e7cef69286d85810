import { copyFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Progress } from '../../port.ts';
import { checkId } from '../../spec.ts';
import type { QemuContext } from '../context.ts';
import { asEngineError, qemuError } from '../errors.ts';
import { diskNodeName } from '../process/arguments.ts';
import { type QmpClient, QmpError } from '../process/qmp.ts';
import { monitorWhenRunning } from '../sizing/hotplug.ts';
import type { DiskState, ServerState } from '../state.ts';
import { gigabyte } from './disks.ts';

export interface ExportTarget {
  path: string;
  snapshotId?: string;
}

interface Options {
  progress?: Progress;
  signal?: AbortSignal;
}

interface Job {
  id: string;
  status: string;
  'current-progress': number;
  'total-progress': number;
  error?: string;
}

const pollMs = 200;

/**
 * Writes a flat qcow2 of the disk to a temporary file and renames it at the end, so an interruption
 * leaves no file at the target.
 */
export async function exportDisk(
  context: QemuContext,
  state: ServerState,
  diskId: string,
  to: ExportTarget,
  { progress, signal }: Options,
): Promise<{ sizeBytes: number; virtualSizeGb: number }> {
  const disk = checkRequest(state, diskId, to);
  const source = context.paths.server(state.id).disk(disk.id);
  await requireSpaceFor(to.path, await context.disks.flatSize(source, to.snapshotId));
  const draft = `${to.path}.part`;
  try {
    signal?.throwIfAborted();
    await rm(draft, { force: true });
    // A snapshot doesn't change while it exists, so it can be read while its server runs.
    const client = to.snapshotId === undefined ? await monitorWhenRunning(context, state.id) : null;
    if (client)
      await backUp(context, client, state, disk, draft, {
        ...(progress && { progress }),
        ...(signal && { signal }),
      });
    else await context.disks.flatten(source, draft, to.snapshotId, progress, signal);
    await rename(draft, to.path);
  } catch (error) {
    await rm(draft, { force: true });
    signal?.throwIfAborted();
    throw asEngineError('Exporting the disk', error);
  }
  const { size } = await stat(to.path);
  return {
    sizeBytes: size,
    virtualSizeGb: Math.ceil((await context.disks.virtualSize(to.path, 'qcow2')) / gigabyte),
  };
}

function checkRequest(state: ServerState, diskId: string, to: ExportTarget): DiskState {
  checkId('qemu', diskId);
  if (!isAbsolute(to.path))
    throw qemuError('refused', `"${to.path}" is no whole path to export to.`);
  const disk = state.disks.find(({ id }) => id === diskId);
  if (!disk) throw qemuError('notFound', `The server "${state.name}" doesn't have this disk.`);
  if (to.snapshotId === undefined) return disk;
  const snapshot = state.snapshots.find(({ id }) => id === to.snapshotId);
  if (!snapshot)
    throw qemuError('notFound', `The server "${state.name}" doesn't have this snapshot.`);
  if (!snapshot.diskIds.includes(diskId))
    throw qemuError(
      'refused',
      `The snapshot doesn't contain this disk. It was added to "${state.name}" later.`,
    );
  return disk;
}

/** The copy shows the disk at the time the job starts. QEMU keeps later guest writes separate. */
async function backUp(
  context: QemuContext,
  client: QmpClient,
  state: ServerState,
  disk: DiskState,
  path: string,
  options: Options,
): Promise<void> {
  const id = `export${disk.slot}`;
  await dismissPreviousJobs(client, id);
  // QEMU sees only the server's folder.
  const exportPath = join(context.paths.server(state.id).folder, `${id}.qcow2`);
  try {
    await context.disks.createEmpty(exportPath, disk.sizeGb);
    await client.execute('blockdev-add', {
      driver: 'qcow2',
      'node-name': id,
      discard: 'unmap',
      file: { driver: 'file', filename: exportPath },
    });
    await client.execute('blockdev-backup', {
      ...{ 'job-id': id, device: diskNodeName(disk), target: id, sync: 'full' },
      ...{ 'auto-dismiss': false, 'on-source-error': 'report', 'on-target-error': 'report' },
    });
    await watchJob(client, id, options);
    await client.execute('blockdev-del', { 'node-name': id });
    await moveFile(exportPath, path);
  } finally {
    await client.execute('blockdev-del', { 'node-name': id }).catch(() => undefined);
    await rm(exportPath, { force: true });
  }
}

async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(from, to);
  });
}

/** Waits for the job to finish, and cancels it first when the signal is aborted. */
async function watchJob(
  client: QmpClient,
  id: string,
  { progress, signal }: Options,
): Promise<void> {
  for (;;) {
    const job = await findJob(client, id);
    if (!job) throw new Error('QEMU has forgotten the copy it was making');
    if (job.status === 'concluded') {
      await client.execute('job-dismiss', { id });
      signal?.throwIfAborted();
      if (job.error) throw new QmpError('JobError', job.error);
      return;
    }
    if (signal?.aborted) await client.execute('job-cancel', { id }).catch(() => undefined);
    else if (job['total-progress'] > 0)
      progress?.(Math.min(99, Math.floor((100 * job['current-progress']) / job['total-progress'])));
    await delay(pollMs);
  }
}

/** An earlier portal process may have ended during a copy. */
async function dismissPreviousJobs(client: QmpClient, id: string): Promise<void> {
  for (let job = await findJob(client, id); job; job = await findJob(client, id)) {
    if (job.status === 'concluded') await client.execute('job-dismiss', { id });
    else {
      await client.execute('job-cancel', { id }).catch(() => undefined);
      await delay(pollMs / 4);
    }
  }
  await client.execute('blockdev-del', { 'node-name': id }).catch(() => undefined);
}

async function findJob(client: QmpClient, id: string): Promise<Job | undefined> {
  return (await client.execute<Job[]>('query-jobs')).find((job) => job.id === id);
}

async function requireSpaceFor(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  if (free - bytes >= gigabyte) return;
  const [needed, available] = [bytes, free].map((value) => (value / gigabyte).toFixed(1));
  throw qemuError(
    'noSpace',
    `${available} GB are free where the disk is to be written; its copy needs ${needed} GB and 1 GB to spare.`,
  );
}
