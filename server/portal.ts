import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { bundle } from '../cli/bundle.ts';
import { contract } from '../contract/index.ts';
import { createEngines } from '../slices/cloud/datacenters/server/index.ts';
import { trackerHosts } from '../slices/sites/shell/server/index.ts';
import { createApp } from './app.ts';
import { openApiDocument } from './documents/openapi.ts';
import { sliceNames } from './documents/sliceNames.ts';
import { engineMakers, ports as ownPorts } from './drivers.ts';
import type { Config } from './platform/config.ts';
import type { Ports, Services } from './platform/context.ts';
import { openDatabase } from './platform/database/database.ts';
import { EventHub } from './platform/events/hub.ts';
import { setListeningPort } from './platform/mail/siteAddress.ts';
import { openResources } from './platform/resources/resources.ts';
import { openSecrets } from './platform/secrets/keys.ts';
import { publicHostOf } from './platform/sites/publicHost.ts';
import { SiteDirectory } from './platform/sites/sites.ts';
import { collectSlices, type Slice } from './platform/slice.ts';
import { systemContext } from './platform/systemContext.ts';
import { TaskRunner } from './platform/tasks/runner.ts';
import type { TaskTiming } from './platform/tasks/timing.ts';
import { Vendors } from './platform/vendors/vendors.ts';
import { slices as allSlices } from './slices.ts';

export interface Portal {
  services: Services;
  sites: SiteDirectory;
  app: FastifyInstance;
  /**
   * Creates the initial objects of a new portal (datacenter, networks, images) and starts
   * processing tasks. The root site must exist.
   */
  startWork(): Promise<void>;
  /**
   * Stops accepting calls, returns tasks to the queue, and releases engines and the database.
   * Running servers keep running.
   */
  close(): Promise<void>;
}

const documents: Services['documents'] = {
  openApi: (title) => openApiDocument(contract, title),
  slices: sliceNames,
  cli: bundle,
};

const parts = <T>(part: (slice: Slice) => readonly T[] | undefined): T[] =>
  allSlices.flatMap((slice) => part(slice) ?? []);

/** Every route of the program, with its handler. */
export const routes = parts((slice) => slice.routes);
/** The checks that slices run on every call. */
export const callChecks = parts((slice) => slice.checks);
export const taskTypes = parts((slice) => slice.tasks);
export const periodicJobs = parts((slice) => slice.periodicJobs);

/** Options for tests. */
export interface PortalOptions {
  timing?: Partial<TaskTiming>;
  /** Maximum number of database connections, for calls and tasks together. */
  maxConnections?: number;
  /** The idle timeout of connections to the portal, in ms. */
  idleConnectionMs?: number;
  /** Replaces the drivers of the program. */
  ports?: Partial<Ports>;
  /** Added to the slices of the program. */
  moreSlices?: readonly Slice[];
  /** The folder of the built web app, instead of `dist/web`. */
  webDir?: string;
}

/** Assembles the program on a migrated database, without listening. */
export async function openPortal(
  config: Config,
  log: Logger,
  {
    timing = {},
    maxConnections,
    idleConnectionMs,
    ports,
    moreSlices = [],
    webDir: builtWeb = join(import.meta.dirname, '../dist/web'),
  }: PortalOptions = {},
): Promise<Portal> {
  const onBroken = (error: Error) =>
    log.warn({ error: error.message }, 'A database connection broke');
  const database = openDatabase(config.databaseUrl, onBroken, {
    maxConnections,
    isWalled: config.isWalled ?? true,
  });
  const events = new EventHub(config.databaseUrl, log);
  await events.open();
  const engines = createEngines(config, log, engineMakers);
  const secrets = await openSecrets(config, database.db);
  const services: Services = {
    ...{ config, database, events, engines, secrets, documents },
    resources: openResources(config, database.db),
    vendors: new Vendors(database.db, log),
    slices: collectSlices([...allSlices, ...moreSlices], contract),
    ports: { ...ownPorts, ...ports },
    listening: { port: null },
  };
  const sites = new SiteDirectory(database.db, publicHostOf(config));
  events.subscribe((event) => {
    if (event.topic === 'site' || event.topic === 'resync') sites.forget();
  });
  const webDir = existsSync(join(builtWeb, 'index.html')) ? builtWeb : undefined;
  const app = await createApp({
    ...{ services, sites, routes, log, checks: callChecks },
    ...(webDir ? { webDir } : {}),
    ...(idleConnectionMs === undefined ? {} : { idleConnectionMs }),
    hostsBeside: (site) => trackerHosts({ db: database.db, site }),
    // The number of open tasks, which the counter in the page frame requests.
    firstReads: [
      ...['user', 'menu', 'analytics'].map((operation) => ({ operation })),
      { operation: 'listQueue', query: { size: '5', state: 'open' } },
    ],
  });
  app.addHook('onListen', async () => setListeningPort(services, app.server.address()));
  let runner: TaskRunner | null = null;
  let stopFollowing: (() => void)[] = [];
  return {
    services,
    sites,
    app,
    startWork: async () => {
      const rootSite = await sites.forHost('');
      for (const slice of allSlices) await slice.prepare?.(services, rootSite);
      if (config.role === 'api') return;
      const ctx = systemContext(services, { site: rootSite, log });
      stopFollowing = allSlices.flatMap((slice) => slice.followEngines?.(ctx) ?? []);
      const runnerOptions = { types: taskTypes, periodicJobs, timing };
      runner = await TaskRunner.start({ services, sites, log, ...runnerOptions });
      for (const slice of allSlices) await slice.startWork?.({ services, log });
    },
    close: async () => {
      for (const slice of allSlices) await slice.disconnect?.(services);
      await app.close();
      for (const stop of stopFollowing) stop();
      await runner?.stop();
      for (const slice of allSlices) await slice.close?.(services);
      await services.vendors.close();
      await engines.close();
      await events.close();
      await database.close();
    },
  };
}
