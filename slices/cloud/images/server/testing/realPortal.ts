import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ComputeEngine } from '../../../../../drivers/compute/port.ts';
import type { Config } from '../../../../../server/platform/config.ts';
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../../../../server/testing/app.ts';
import { ensureDatacenters, listDatacenters } from '../../../datacenters/server/index.ts';
import type { ImageBuilder } from '../catalog/builders.ts';
import type { CatalogEntry } from '../catalog/catalog.ts';
import { syncCatalogue } from '../catalog/sync.ts';
import { addFakeRealEngine } from './realEngine.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A portal with a substitute for a real engine and a local, trusted image vendor. */
export interface RealPortal {
  app: TestApp;
  engine: ComputeEngine;
  datacenterId: string;
  vendor: { origin: string; content: Buffer; answers: Map<string, Handler> };
  /** Replaces the catalog with these images and returns their IDs by code. */
  offer(...entries: (Partial<CatalogEntry> & { code: string })[]): Promise<Record<string, string>>;
  image(id: string): Promise<Record<string, unknown>>;
  /** Waits until the task has ended and returns it. */
  ended(
    cmdId: number,
  ): Promise<{ exitCode: number; failure: { reason: string } | null; log: { entry: string }[] }>;
  close(): Promise<void>;
}

export async function startRealPortal(
  overrides: Partial<Config> = {},
  options: TestAppOptions = {},
): Promise<RealPortal> {
  const content = Buffer.from('an image of a disk, as far as the simulated engine can tell');
  const answers = new Map<string, Handler>();
  const server = await listen((request, response) => {
    const handler = answers.get(request.url ?? '');
    if (handler) handler(request, response);
    else response.writeHead(404).end();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answers.set('/image.qcow2', (_request, response) => response.end(content));
  answers.set('/SHA256SUMS', (_request, response) =>
    response.end(`${createHash('sha256').update(content).digest('hex')}  image.qcow2\n`),
  );
  const app = await startTestApp({ ...overrides, imageSources: [origin] }, options);
  const { services } = app.portal;
  const { db } = services.database;
  const engine = addFakeRealEngine(services);
  await ensureDatacenters(services);
  const datacenter = (await listDatacenters({ db })).find(
    (candidate) => candidate.engine === 'qemu',
  );
  const vendor = { origin, content, answers };
  return {
    ...{ app, engine, vendor, datacenterId: datacenter?.id ?? '' },
    offer: async (...entries) => {
      await syncCatalogue(
        db,
        entries.map((entry) => ({ ...exampleCatalogEntry(origin), ...entry })),
      );
      const { body } = await app.root.get<{ items: { id: string; code: string }[] }>(
        '/images?size=0',
      );
      return Object.fromEntries(body.items.map(({ id, code }) => [code, id]));
    },
    image: async (id) => (await app.root.get(`/images/${id}`)).body,
    ended: async (cmdId) => {
      const deadline = performance.now() + 8000;
      for (;;) {
        const { body } = await app.root.get<{
          exitCode: number | null;
          failure: { reason: string } | null;
          log: { entry: string }[];
        }>(`/queue/command/${cmdId}`);
        if (body.exitCode !== null)
          return { exitCode: body.exitCode, failure: body.failure, log: body.log };
        if (performance.now() > deadline)
          throw new Error(`Task ${cmdId} has not ended: ${JSON.stringify(body)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await app.close();
    },
  };
}

function listen(handler: Handler): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer(handler);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

const exampleCatalogEntry = (origin: string): CatalogEntry => ({
  code: 'example',
  kind: 'os',
  name: 'Example',
  version: '1',
  osFamily: 'linux',
  os: 'Example Linux 1',
  description: { en: 'For tests.', he: 'לבדיקות.', ar: 'For tests.' },
  source: {
    kind: 'fetch',
    address: `${origin}/image.qcow2`,
    digestAddress: `${origin}/SHA256SUMS`,
  },
  format: 'qcow2',
  minDiskGb: 5,
  minRamMb: 512,
  loginUser: 'example',
  supportsCloudInit: true,
});

/** Makes the portal use these builders for their images. Other images are built as before. */
export function useBuilders({ app }: RealPortal, builders: readonly ImageBuilder[]): void {
  const { ports } = app.portal.services;
  const others = ports.imageBuilders.filter(
    ({ code }) => !builders.some((builder) => builder.code === code),
  );
  ports.imageBuilders = [...builders, ...others];
}
