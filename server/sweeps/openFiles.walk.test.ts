import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../platform/testing/postgres.ts';
import { compiledFolderBeside } from '../testing/packedPrograms.ts';

const openFilesLimit = 150;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let portal: ChildProcess;
let address: URL;
/** A single connection that stays open, because new ones can't be accepted. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-files-'));
  const program = inject('packedPrograms')['server/main.ts'] as string;
  portal = spawn(
    '/bin/sh',
    ['-c', `ulimit -n ${openFilesLimit}; exec "$0" "$1"`, process.execPath, program],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...{
          DATABASE_URL: database.url,
          CLOUDBERTH_DATA: dataDir,
          CLOUDBERTH_PORT: '0',
          CLOUDBERTH_ENGINE: 'simulated',
        },
        ...{ CLOUDBERTH_LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: compiledFolderBeside(program) },
      },
    },
  );
  address = await new Promise((resolve, reject) => {
    let output = '';
    portal.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /^ready (\S+)/m.exec(output)?.[1];
      if (url) resolve(new URL(url));
    });
    portal.once('exit', (code) =>
      reject(new Error(`The portal ended with code ${code}: ${output}`)),
    );
  });
});
afterAll(async () => {
  agent.destroy();
  portal?.kill('SIGKILL');
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const read = (path: string) =>
  new Promise<{ status: number; code: number[] | undefined; retryAfter: string | undefined }>(
    (resolve, reject) => {
      request(new URL(`/svc${path}`, address), { agent }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            code: (JSON.parse(text) as { code?: number[] }).code,
            retryAfter: answer.headers['retry-after'],
          }),
        );
      })
        .once('error', reject)
        .end();
    },
  );

it('a portal without free file descriptors reports that it isn’t ready and why, keeps responding, and recovers automatically', async () => {
  expect((await read('/ready')).status).toBe(200);
  const sockets: Socket[] = Array.from({ length: 2 * openFilesLimit }, () =>
    connect(Number(address.port), address.hostname).on('error', () => {}),
  );
  try {
    await expect
      .poll(() => read('/ready'))
      .toEqual({ status: 503, code: [1019], retryAfter: expect.stringMatching(/^\d+$/) });
    expect((await read('/health')).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  await expect.poll(async () => (await read('/ready')).status).toBe(200);
});
