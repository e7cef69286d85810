import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Conditions, download } from './download.ts';
import { PartFile } from './partFile.ts';

const content = randomBytes(300_000);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let server: Server;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: { range: string | undefined; ifRange: string | undefined }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudberth-download-'));
  requests = [];
  answer = serve();
  server = createServer((request, response) => {
    requests.push({
      range: request.headers.range,
      ifRange: request.headers['if-range'] as string | undefined,
    });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

interface ServeOptions {
  bytes?: Buffer;
  etag?: string;
  /**
   * Number of bytes of each response after which the connection breaks, once they have been written
   * to the file.
   */
  breaksAfter?: number;
  onBreak?: () => void;
}

/**
 * A file server with range support. Sends the rest of the file if the requested version is still
 * current.
 */
function serve({ bytes = content, etag = '"one"', breaksAfter, onBreak }: ServeOptions = {}) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const isSame = from > 0 && request.headers['if-range'] === etag;
    if (isSame && from >= bytes.length)
      return response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    const rest = isSame ? bytes.subarray(from) : bytes;
    const range = isSame
      ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
      : {};
    response.writeHead(isSame ? 206 : 200, { etag, 'content-length': rest.length, ...range });
    if (breaksAfter === undefined || breaksAfter >= rest.length) return response.end(rest);
    response.write(rest.subarray(0, breaksAfter));
    const receivedBytes = (isSame ? from : 0) + breaksAfter;
    void waitForPartSize(receivedBytes).then(() => {
      onBreak?.();
      response.destroy();
    });
  };
}

async function waitForPartSize(size: number): Promise<void> {
  const sizeNow = async () =>
    (await stat(join(folder, 'disk.part')).catch(() => ({ size: 0 }))).size;
  await vi.waitUntil(async () => (await sizeNow()) === size, { timeout: 5000, interval: 5 });
}

/** Stops a download after this many bytes have been received, as if the process had ended. */
async function stoppedAfter(breaksAfter: number, options: ServeOptions = {}): Promise<void> {
  const abort = new AbortController();
  answer = serve({ ...options, breaksAfter, onBreak: () => abort.abort(new Error('stopped')) });
  await expect(get({ signal: abort.signal })).rejects.toThrow('stopped');
  requests = [];
  answer = serve();
}

function get(
  options: {
    digest?: string | null;
    conditions?: Partial<Conditions>;
    signal?: AbortSignal;
    progress?: (percent: number) => void;
  } = {},
) {
  const {
    digest = sha256(content),
    conditions,
    signal = AbortSignal.timeout(20_000),
    progress = () => {},
  } = options;
  return download({
    ...{
      image: 'Debian 12',
      address: `${origin}/image.qcow2`,
      trustedOrigins: [origin],
      file: join(folder, 'disk'),
      digest,
      signal,
      progress,
    },
    conditions: { firstPauseMs: 1, fruitlessTries: 3, ...conditions },
  });
}

const folderEntries = async () => (await readdir(folder)).sort();
const downloadedFile = () => readFile(join(folder, 'disk'));

describe('downloading a file', () => {
  it('saves the whole file, reports progress, and leaves nothing else behind', async () => {
    const percents: number[] = [];
    expect(await get({ progress: (percent) => percents.push(percent) })).toEqual({
      sizeBytes: content.length,
      digestType: 'sha256',
      digest: sha256(content),
    });
    expect(await downloadedFile()).toEqual(content);
    expect(await folderEntries()).toEqual(['disk']);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
  });

  it('verifies the digest by its length: md5, sha256 and sha512', async () => {
    for (const type of ['md5', 'sha256', 'sha512'] as const) {
      const digest = createHash(type).update(content).digest('hex');
      expect(await get({ digest })).toMatchObject({ digestType: type, digest });
    }
  });

  it('resumes after a broken connection with the same version of the file', async () => {
    answer = serve({ breaksAfter: 90_000 });
    await get();
    expect(await downloadedFile()).toEqual(content);
    expect(requests.map(({ range }) => range)).toEqual([
      undefined,
      'bytes=90000-',
      'bytes=180000-',
      'bytes=270000-',
    ]);
    expect(requests.slice(1).every(({ ifRange }) => ifRange === '"one"')).toBe(true);
  });

  it('resumes where an earlier process stopped', async () => {
    await stoppedAfter(100_000);
    expect(await folderEntries()).toEqual(['disk.part', 'disk.part.json']);
    await get();
    expect(await downloadedFile()).toEqual(content);
    expect(requests).toEqual([{ range: 'bytes=100000-', ifRange: '"one"' }]);
  });

  it('starts over if the source file changed in the meantime', async () => {
    await stoppedAfter(100_000, { bytes: randomBytes(content.length), etag: '"old"' });
    await get();
    expect(await downloadedFile()).toEqual(content);
  });

  it('doesn’t resume with a version that is only weakly equal', async () => {
    await stoppedAfter(100_000, { etag: 'W/"weak"' });
    await get();
    expect(requests).toEqual([{ range: undefined, ifRange: undefined }]);
  });
});

describe('a failing download', () => {
  it('is rejected and deletes the file if the digest differs', async () => {
    await expect(get({ digest: sha256(Buffer.from('other')) })).rejects.toMatchObject({
      reasons: [{ name: 'imageDigestMismatch', values: { image: 'Debian 12' } }],
    });
    expect(await folderEntries()).toEqual([]);
  });

  it.each([403, 404, 410])('fails at once when the source responds with %i', async (status) => {
    answer = (_request, response) => response.writeHead(status).end('no');
    await expect(get()).rejects.toMatchObject({
      reasons: [
        {
          name: 'imageFetchFailed',
          values: {
            image: 'Debian 12',
            problem: {
              en: expect.stringContaining(`status ${status}`),
              he: expect.stringContaining(`סטטוס ${status}`),
            },
          },
        },
      ],
    });
    expect(requests).toHaveLength(1);
  });

  it.each([408, 429, 500, 503])(
    'retries, and gives up after a while, when the source responds with %i',
    async (status) => {
      answer = (_request, response) => response.writeHead(status).end('later');
      await expect(get()).rejects.toMatchObject({ reasons: [{ name: 'imageFetchFailed' }] });
      expect(requests).toHaveLength(3);
    },
  );

  it('is rejected before the first byte if there isn’t room for two copies', async () => {
    const conditions = { freeBytes: async () => content.length * 2 - 1 };
    await expect(get({ conditions })).rejects.toMatchObject({
      reasons: [
        {
          name: 'imageNoSpace',
          values: { image: 'Debian 12', free: '0.0', needed: '0.0', folder },
        },
      ],
    });
    expect((await folderEntries()).filter((name) => name === 'disk')).toEqual([]);
  });

  it('fails with a clear message when the disk fills up', async () => {
    vi.spyOn(PartFile.prototype, 'append').mockRejectedValueOnce(
      Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
    );
    await expect(get()).rejects.toMatchObject({ reasons: [{ name: 'imageNoSpace' }] });
    expect(requests).toHaveLength(1);
  });

  it('is rejected if the file exceeds any realistic size', async () => {
    await expect(get({ conditions: { maxBytes: 1000 } })).rejects.toMatchObject({
      reasons: [
        {
          name: 'imageFetchFailed',
          values: { problem: { en: expect.stringContaining('larger than') } },
        },
      ],
    });
  });

  it('gives up when every connection ends at once', async () => {
    answer = (_request, response) => response.destroy();
    await expect(get()).rejects.toMatchObject({ reasons: [{ name: 'imageFetchFailed' }] });
    expect(requests).toHaveLength(3);
  });

  it('stops at once on request', async () => {
    const abort = new AbortController();
    answer = (_request, response) => {
      response
        .writeHead(200, { 'content-length': 1000 })
        .write('x', () => abort.abort(new Error('cancelled')));
    };
    await expect(get({ signal: abort.signal })).rejects.toThrow('cancelled');
  });
});
