import { type Answer, CallError, call } from '../../../../../web/client.ts';
import { errorText } from '../../../../../web/ui/feedback/errorText.ts';
import { digestOf } from './digest.ts';

export type Upload = Answer<'listUploads'>['items'][number];

/** `waiting`: the portal is unavailable and will be retried. */
export type ActiveUploadState = 'sending' | 'paused' | 'waiting' | 'finishing' | 'failed';

/** An upload that this page is sending. */
export interface ActiveUpload {
  id: string;
  state: ActiveUploadState;
  sentChunks: number;
  chunks: number;
  bytesPerSecond: number | null;
  problem: string | null;
}

interface SendingUpload extends ActiveUpload {
  file: File;
  chunkBytes: number;
  stop: AbortController;
}

/** Number of chunks sent in parallel, because each waits for one round trip. */
const concurrency = 3;
const retryMs = [500, 1000, 2000, 4000, 5000] as const;

const uploads = new Map<string, SendingUpload>();
const listeners = new Set<() => void>();
let snapshot: readonly ActiveUpload[] = [];

/** The uploads of this page, as an external store for React. */
export const activeUploads = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly ActiveUpload[] => snapshot,
};

function publish(): void {
  snapshot = [...uploads.values()].map(
    ({ id, state, sentChunks, chunks, bytesPerSecond, problem }) => ({
      ...{ id, state, sentChunks, chunks, bytesPerSecond, problem },
    }),
  );
  for (const listener of listeners) listener();
}

/** Warns before the page is left, which interrupts its uploads. They can be resumed later. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  if ([...uploads.values()].some(({ state }) => state === 'sending' || state === 'waiting'))
    event.preventDefault();
}

function change(work: SendingUpload, to: Partial<ActiveUpload>): void {
  Object.assign(work, to);
  publish();
}

/**
 * Sends the missing chunks from this file, then requests the image. Does nothing if the upload is
 * already being sent.
 */
export function send(upload: Upload, file: File): void {
  const existing = uploads.get(upload.id);
  if (existing && existing.state !== 'failed') return;
  if (uploads.size === 0) addEventListener('beforeunload', warnBeforeLeaving);
  const work: SendingUpload = {
    ...{
      id: upload.id,
      state: 'sending',
      sentChunks: upload.receivedChunks,
      chunks: upload.chunks,
      bytesPerSecond: null,
      problem: null,
    },
    ...{ file, chunkBytes: upload.chunkBytes, stop: new AbortController() },
  };
  uploads.set(upload.id, work);
  publish();
  void run(work);
}

export function pause(id: string): void {
  const work = uploads.get(id);
  if (!work || (work.state !== 'sending' && work.state !== 'waiting')) return;
  work.stop.abort();
  change(work, { state: 'paused', bytesPerSecond: null });
}

export function resume(id: string): void {
  const work = uploads.get(id);
  if (!work || (work.state !== 'paused' && work.state !== 'failed')) return;
  work.stop = new AbortController();
  change(work, { state: 'sending', problem: null });
  void run(work);
}

/** Stops sending and releases the file. The caller must delete the data already uploaded. */
export function cancelUpload(id: string): void {
  uploads.get(id)?.stop.abort();
  uploads.delete(id);
  if (uploads.size === 0) removeEventListener('beforeunload', warnBeforeLeaving);
  publish();
}

async function run(work: SendingUpload): Promise<void> {
  const { signal } = work.stop;
  try {
    for (;;) {
      const { missing, receivedChunks } = await retryWhileUnreachable(work, signal, () =>
        call('getUpload', { params: { uploadId: work.id } }, { signal }),
      );
      change(work, { sentChunks: receivedChunks });
      if (missing.length === 0) break;
      await uploadMissingChunks(work, missing, signal);
    }
    change(work, { state: 'finishing', bytesPerSecond: null });
    await retryWhileUnreachable(work, signal, () =>
      call('finishUpload', { params: { uploadId: work.id } }),
    );
    cancelUpload(work.id);
  } catch (error) {
    if (!signal.aborted)
      change(work, { state: 'failed', problem: errorText(error), bytesPerSecond: null });
  }
}

async function uploadMissingChunks(
  work: SendingUpload,
  missing: readonly { from: number; to: number }[],
  signal: AbortSignal,
): Promise<void> {
  const numbers = chunkNumbers(missing);
  const startedAt = performance.now();
  let sent = 0;
  const worker = async () => {
    for (let next = numbers.next(); !next.done; next = numbers.next()) {
      const offset = next.value * work.chunkBytes;
      const bytes = await work.file.slice(offset, offset + work.chunkBytes).arrayBuffer();
      const query = { offset: String(offset), digest: await digestOf(bytes) };
      await retryWhileUnreachable(work, signal, () =>
        call('putChunk', { params: { uploadId: work.id }, query }, { bytes, signal }),
      );
      sent += bytes.byteLength;
      const seconds = (performance.now() - startedAt) / 1000;
      change(work, {
        sentChunks: work.sentChunks + 1,
        bytesPerSecond: seconds > 1 ? sent / seconds : null,
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

function* chunkNumbers(
  runs: readonly { from: number; to: number }[],
): Generator<number, undefined> {
  for (const { from, to } of runs) for (let number = from; number <= to; number++) yield number;
  return undefined;
}

/** Retries while the portal is unreachable or restarting. Throws its error responses. */
async function retryWhileUnreachable<T>(
  work: SendingUpload,
  signal: AbortSignal,
  sendPart: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await sendPart();
      if (work.state === 'waiting') change(work, { state: 'sending' });
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!isUnreachable(error)) throw error;
      change(work, { state: 'waiting', bytesPerSecond: null });
      await sleep(retryMs[Math.min(attempt, retryMs.length - 1)] ?? 5000, signal);
    }
  }
}

/** No response, or a temporary outage. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.status === 0 ||
  error.status === 429 ||
  error.status >= 502;

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}

export type Mismatch = 'otherSize' | 'otherContent';

/**
 * Returns how the file differs from the one the upload started with. Null if the size and the first
 * chunk match.
 */
export async function mismatchOf(upload: Upload, file: File): Promise<Mismatch | null> {
  if (file.size !== upload.sizeBytes) return 'otherSize';
  const { firstDigest } = await call('getUpload', { params: { uploadId: upload.id } });
  if (firstDigest === null || !globalThis.crypto?.subtle) return null;
  return (await digestOf(await file.slice(0, upload.chunkBytes).arrayBuffer())) === firstDigest
    ? null
    : 'otherContent';
}
