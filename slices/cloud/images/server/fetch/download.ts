import { mkdir, rename, statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { UserError, userError } from '../../../../../contract/errors/errors.ts';
import { eachLanguage } from '../../../../../contract/languages.ts';
import { pause } from '../../../../../server/platform/tasks/timing.ts';
import { localize } from '../../texts/localize.ts';
import { type DigestType, digestTypeOf } from './digest.ts';
import { PartFile } from './partFile.ts';
import { openSource, SourceError, UnreachableError } from './source.ts';

export interface Download {
  /** Image name for error messages. */
  image: string;
  address: string;
  trustedOrigins: readonly string[];
  /** The path of the complete, verified file. The part received so far is next to it as `.part`. */
  file: string;
  /** Expected digest in lowercase hex. Null if there is none to compare with. */
  digest: string | null;
  signal: AbortSignal;
  progress(percent: number): void;
  conditions?: Partial<Conditions>;
}

/** Limits of the machine. Tests override them. */
export interface Conditions {
  freeBytes(folder: string): Promise<number>;
  maxBytes: number;
  /** Number of consecutive attempts without any new data before the download fails. */
  fruitlessTries: number;
  firstPauseMs: number;
}

const defaultConditions: Conditions = {
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  maxBytes: 64 * 2 ** 30,
  fruitlessTries: 6,
  firstPauseMs: 1000,
};

export interface Downloaded {
  sizeBytes: number;
  digestType: DigestType;
  digest: string;
}

const gigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1);

/**
 * Downloads a file, resuming from an earlier attempt or an earlier process, and verifies its digest
 * while streaming. Throws errors that name the image: `imageFetchFailed`, `imageNoSpace`,
 * `imageDigestMismatch` (the partial file is deleted) and `imageSourceRefused`. When aborted,
 * throws
 * the signal's reason and keeps the partial file so that the download can resume.
 */
export async function download(request: Download): Promise<Downloaded> {
  const conditions = { ...defaultConditions, ...request.conditions };
  await mkdir(dirname(request.file), { recursive: true });
  const digestType = request.digest ? digestTypeOf(request.digest) : 'sha256';
  const part = await PartFile.open(`${request.file}.part`, digestType);
  try {
    await fetchWhole(request, conditions, part);
    const digest = part.digest();
    if (request.digest && digest !== request.digest) {
      await part.remove();
      throw userError('imageDigestMismatch', { image: request.image });
    }
    await part.finish();
    await rename(part.path, request.file);
    return { sizeBytes: part.size, digestType, digest };
  } finally {
    await part.close();
  }
}

/**
 * Fewer attempts while a server has never responded, because such a server is rarely just
 * restarting.
 */
const maxConnectAttempts = 3;

const brokeOff = localize('brokeOff');

async function fetchWhole(
  request: Download,
  conditions: Conditions,
  part: PartFile,
): Promise<void> {
  for (let failedAttempts = 0; ; ) {
    const before = part.size;
    try {
      if (await fetchOnce(request, conditions, part)) return;
      throw new SourceError(brokeOff, false);
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof UserError) throw error;
      await throwIfDiskFull(error, request, conditions);
      const failure =
        error instanceof SourceError ? error : new SourceError(brokeOff, false, { cause: error });
      failedAttempts = part.size > before ? 0 : failedAttempts + 1;
      const attemptsLeft =
        (part.size === 0 && failure instanceof UnreachableError
          ? maxConnectAttempts
          : conditions.fruitlessTries) - failedAttempts;
      if (failure.isFinal || attemptsLeft <= 0)
        throw userError('imageFetchFailed', {
          image: request.image,
          problem: eachLanguage(
            (language) => `${new URL(request.address).host}: ${failure.texts[language]}`,
          ),
        });
      await pause(Math.min(conditions.firstPauseMs * 2 ** failedAttempts, 30_000), request.signal);
      request.signal.throwIfAborted();
    }
  }
}

/** Downloads over one connection. Returns whether the file is complete. */
async function fetchOnce(
  request: Download,
  conditions: Conditions,
  part: PartFile,
): Promise<boolean> {
  const { address, signal, trustedOrigins } = request;
  const answer = await openSource({
    address,
    signal,
    trustedOrigins,
    headers: part.resumeHeaders(),
  });
  try {
    if (isAlreadyComplete(answer, part)) return true;
    const total = await openPart(answer, part);
    await checkFreeSpace(request, conditions, part, total);
    for await (const bytes of answer as AsyncIterable<Buffer>) {
      await part.append(bytes);
      if (part.size > conditions.maxBytes) throw tooLarge(request, conditions);
      if (total) request.progress((100 * part.size) / total);
    }
    return total === null ? answer.complete : part.size === total;
  } finally {
    answer.destroy();
  }
}

/**
 * Whether the partial file is already complete, which happens if a process ended just before moving
 * it into place.
 */
function isAlreadyComplete({ statusCode, headers }: IncomingMessage, part: PartFile): boolean {
  return statusCode === 416 && headers['content-range'] === `bytes */${part.size}`;
}

/**
 * Starts the partial file at the offset of the response. Returns the size of the whole file, or
 * null if the source doesn't report it.
 */
async function openPart(
  { statusCode = 0, headers }: IncomingMessage,
  part: PartFile,
): Promise<number | null> {
  if (statusCode === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '');
    if (range && Number(range[1]) === part.size) return Number(range[2]);
    await part.restart(null);
    throw new SourceError(localize('download.beginAnswer.serverSentDifferentPart'), false);
  }
  if (statusCode === 416) {
    await part.restart(null);
    throw new SourceError(localize('download.beginAnswer.serverNoLongerRequested'), false);
  }
  if (statusCode !== 200)
    throw new SourceError(
      localize('download.beginAnswer.serverAnsweredStatus', { statusCode }),
      statusCode < 500 && statusCode !== 408 && statusCode !== 429,
    );
  await part.restart(headers.etag ?? headers['last-modified'] ?? null);
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/**
 * Requires room for two copies, because the engine stores its own copy while the downloaded file
 * still exists.
 */
async function checkFreeSpace(
  request: Download,
  conditions: Conditions,
  part: PartFile,
  total: number | null,
): Promise<void> {
  if (total === null) return;
  if (total > conditions.maxBytes) throw tooLarge(request, conditions);
  const folder = dirname(request.file);
  const free = await conditions.freeBytes(folder);
  const neededBytes = total - part.size + total;
  if (neededBytes > free) throw noSpace(request, neededBytes, free);
}

async function throwIfDiskFull(
  error: unknown,
  request: Download,
  conditions: Conditions,
): Promise<void> {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return;
  throw noSpace(request, 0, await conditions.freeBytes(dirname(request.file)));
}

const noSpace = ({ image, file }: Download, neededBytes: number, free: number): UserError =>
  userError('imageNoSpace', {
    image,
    needed: neededBytes > 0 ? gigabytes(neededBytes) : '?',
    free: gigabytes(free),
    folder: dirname(file),
  });

const tooLarge = ({ image }: Download, { maxBytes }: Conditions): UserError =>
  userError('imageFetchFailed', {
    image,
    problem: localize('download.problem.fileLargerThanGb', { maxBytes: gigabytes(maxBytes) }),
  });
