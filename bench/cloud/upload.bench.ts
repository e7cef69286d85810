import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { residentBytes, startBenchPortal } from '../harness/portal.ts';
import { reportMarks } from '../harness/report.ts';

/**
 * Uploads a sparse file of 4 GiB in chunks as the browser does, three at a time, and restarts the
 * portal in the middle while chunks are being sent. The portal's memory must stay flat, and the
 * image must have the file's digest.
 */
const sizeBytes = 4 * 2 ** 30;
/** The data that isn't zeros, in runs of 1 MiB across the file. */
const contentMiB = 256;
const concurrency = 3;
const mebibyte = 2 ** 20;

interface Upload {
  id: string;
  chunkBytes: number;
  chunks: number;
}

const folder = await mkdtemp(join(tmpdir(), 'cloudberth-upload-'));
const file = await sparseFile(join(folder, 'disk.raw'));
const portal = await startBenchPortal();
const { body: upload } = await portal.root.post<Upload>('/images/uploads', {
  ...{ name: 'Four gigabytes', osFamily: 'linux', fileName: 'disk.raw', sizeBytes },
});

let peak = await residentBytes(portal.pid);
let minimumMemory = peak;
let sent = 0;
let isRestarting = false;
const progressTimer = setInterval(() => {
  if (isRestarting) return;
  residentBytes(portal.pid).then(
    (bytes) => {
      if (Number.isFinite(bytes)) peak = Math.max(peak, bytes);
    },
    () => undefined,
  );
}, 100);

const startedAt = performance.now();
const digest = await fileDigest();
const hashedMs = performance.now() - startedAt;
const sending = performance.now();
const half = Math.floor(upload.chunks / 2);
let restarted: Promise<void> | null = null;
let broken = 0;
let next = 0;
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (let number = next++; number < upload.chunks; number = next++) {
      const bytes = await chunk(number);
      while (!(await put(number, bytes))) {
        broken += 1;
        await restarted;
      }
      sent += 1;
      if (sent === half) restarted = restart();
    }
  }),
);
const sentMs = performance.now() - sending;
const finishAnswer = await portal.root.post<{ cmdId: number; imageId: string }>(
  `/images/uploads/${upload.id}/finish`,
);
const exitCode = await waitForTask(finishAnswer.body.cmdId);
clearInterval(progressTimer);
const { body: image } = await portal.root.get<{ state: string; digest: string; sizeBytes: number }>(
  `/images/${finishAnswer.body.imageId}`,
);
await portal.stop();
await file.close();
await rm(folder, { recursive: true, force: true });

process.stdout.write(
  `${upload.chunks} chunks in ${(sentMs / 1000).toFixed(1)} s (${(sizeBytes / mebibyte / (sentMs / 1000)).toFixed(0)} MiB/s, with one restart; ` +
    `${broken} broken calls sent again), the file itself hashed in ${(hashedMs / 1000).toFixed(1)} s; stored ${(image.sizeBytes / mebibyte).toFixed(0)} MiB\n`,
);
reportMarks([
  {
    what: 'memory of the portal above where it began',
    value: (peak - minimumMemory) / mebibyte,
    unit: 'MiB',
    kind: 'most',
    limit: 64,
  },
  {
    what: 'task that makes the image ends with',
    value: exitCode,
    unit: '',
    kind: 'most',
    limit: 0,
  },
  {
    what: 'digest is that of the file',
    value: image.state === 'ready' && image.digest === digest ? 1 : 0,
    unit: '',
    kind: 'least',
    limit: 1,
  },
]);

/**
 * Stops the portal during calls and starts it again. The initial memory of the new process is the
 * baseline.
 */
async function restart(): Promise<void> {
  isRestarting = true;
  await portal.restart({});
  // A read that returns the session's token to the new client.
  await portal.root.get('/user');
  const after = await residentBytes(portal.pid);
  minimumMemory = Math.min(minimumMemory, after);
  isRestarting = false;
}

async function put(number: number, bytes: Buffer): Promise<boolean> {
  const sum = createHash('sha256').update(bytes).digest('hex');
  const path = `/images/uploads/${upload.id}/chunks?offset=${number * upload.chunkBytes}&digest=${sum}`;
  const answer = await portal.root.call('PUT', path, bytes).catch(() => null);
  if (answer !== null && answer.status !== 200 && answer.status < 500 && restarted === null)
    throw new Error(answer.text);
  return answer?.status === 200;
}

async function chunk(number: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min(upload.chunkBytes, sizeBytes - number * upload.chunkBytes));
  await file.read(bytes, 0, bytes.length, number * upload.chunkBytes);
  return bytes;
}

async function waitForTask(cmdId: number): Promise<number> {
  for (;;) {
    const { body } = await portal.root.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`);
    if (body.exitCode !== null) return body.exitCode;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function fileDigest(): Promise<string> {
  const hash = createHash('sha256');
  for (let number = 0; number < upload.chunks; number++) hash.update(await chunk(number));
  return hash.digest('hex');
}

async function sparseFile(path: string): Promise<FileHandle> {
  const handle = await open(path, 'w+');
  await handle.truncate(sizeBytes);
  const step = sizeBytes / contentMiB;
  for (let run = 0; run < contentMiB; run++)
    await handle.write(randomBytes(mebibyte), 0, mebibyte, Math.floor(run * step));
  return handle;
}
