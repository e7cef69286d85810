import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { bundle } from '../cli/bundle.ts';
import { contract } from '../contract/index.ts';
import { registerAccounting } from '../slices/accounting/server/index.ts';
import { followOrders } from '../slices/accounts/server/index.ts';
import { followWatchedServers } from '../slices/alerts/server/index.ts';
import { registerTaxAuthority } from '../slices/allocations/server/index.ts';
import { followBackedUpServers } from '../slices/backups/server/index.ts';
import { registerTaxNumbers } from '../slices/billing/server/index.ts';
import { followBudgetedServers } from '../slices/budgets/server/index.ts';
import { closeConsoles } from '../slices/consoles/server/index.ts';
import { createEngines, ensureDatacenters } from '../slices/datacenters/server/index.ts';
import { registerDocuments } from '../slices/docs/server/index.ts';
import { registerExchangeRates } from '../slices/exchangeRates/server/index.ts';
import { followFirewalledServers } from '../slices/firewall/server/index.ts';
import {
  prepareImages,
  registerImageBuilders,
  registerImageSources,
} from '../slices/images/server/index.ts';
import { nameHostServers } from '../slices/infrastructure/server/index.ts';
import { followAllocations } from '../slices/invoices/server/index.ts';
import { guardDemands } from '../slices/ledger/server/index.ts';
import { registerMessageDrivers, stopDelivery } from '../slices/mails/server/index.ts';
import { ensureNetworks } from '../slices/networks/server/index.ts';
import { followRefunds, registerPayments } from '../slices/payments/server/index.ts';
import { registerOperations } from '../slices/permissions/server/index.ts';
import { guardPrepaidOrders } from '../slices/prepaid/server/index.ts';
import { seedPriceList } from '../slices/pricing/server/index.ts';
import { followScheduledServers } from '../slices/schedules/server/index.ts';
import { followEngines, imageDisks, serverNames } from '../slices/servers/server/index.ts';
import { closeLiveStreams, hostsOfTag, registerMenu } from '../slices/shell/server/index.ts';
import { registerSocialDriver } from '../slices/social/server/index.ts';
import { followUsedServers } from '../slices/statistics/server/index.ts';
import { createApp } from './app.ts';
import { openApiDocument } from './documents/openapi.ts';
import { sliceNames } from './documents/sliceNames.ts';
import {
  accountingDriver,
  engineMakers,
  exchangeRateDriver,
  imageBuilders,
  imageConverter,
  mailDrivers,
  paymentDriver,
  socialDriver,
  taxAuthorityDriver,
  taxNumberDriver,
} from './drivers.ts';
import { registerObjects } from './platform/access/objects.ts';
import type { Config } from './platform/config.ts';
import type { Services } from './platform/context.ts';
import { openDatabase } from './platform/database/database.ts';
import { EventHub } from './platform/events/hub.ts';
import { listensAt } from './platform/mail/siteAddress.ts';
import { openResources } from './platform/resources/resources.ts';
import { openSecrets } from './platform/secrets/keys.ts';
import { publicHostOf } from './platform/sites/publicHost.ts';
import { SiteDirectory } from './platform/sites/sites.ts';
import { systemContext } from './platform/systemContext.ts';
import { TaskRunner } from './platform/tasks/runner.ts';
import type { TaskTiming } from './platform/tasks/timing.ts';
import {
  allCallChecks,
  allChores,
  allMenuEntries,
  allObjects,
  allRoutes,
  allTaskTypes,
} from './slices.ts';

export interface Portal {
  services: Services;
  sites: SiteDirectory;
  app: FastifyInstance;
  /**
   * Creates the initial objects of a new portal (datacenter, networks, images) and starts to
   * process tasks. The root site must exist.
   */
  startWork(): Promise<void>;
  /**
   * Stops accepting calls, returns tasks, and releases engines and the database. Running servers
   * keep running.
   */
  close(): Promise<void>;
}

registerMenu(allMenuEntries);
registerObjects(allObjects);
registerOperations(contract);
nameHostServers(serverNames);
followBackedUpServers();
followScheduledServers();
followFirewalledServers();
followUsedServers();
followWatchedServers();
followBudgetedServers();
followOrders();
guardPrepaidOrders();
guardDemands();
followRefunds();
followAllocations();
registerImageBuilders(imageBuilders);
registerImageSources({ converter: imageConverter, disks: imageDisks });
registerSocialDriver(socialDriver);
registerMessageDrivers(mailDrivers);
registerPayments(paymentDriver);
registerAccounting(accountingDriver);
registerTaxAuthority(taxAuthorityDriver);
registerTaxNumbers(taxNumberDriver);
registerExchangeRates(exchangeRateDriver);
registerDocuments({
  openApi: (title) => openApiDocument(contract, title),
  slices: sliceNames,
  cli: bundle,
});

/** Limits that tests reduce. */
export interface PortalLimits {
  timing?: Partial<TaskTiming>;
  /** To the database, for calls and tasks together. */
  maxConnections?: number;
  /** The idle timeout of connections to the portal. ms */
  idleConnectionMs?: number;
}

/** Assembles the program on a migrated database, without listening. */
export async function openPortal(
  config: Config,
  log: Logger,
  { timing = {}, maxConnections, idleConnectionMs }: PortalLimits = {},
): Promise<Portal> {
  const onBroken = (error: Error) =>
    log.warn({ error: error.message }, 'a database connection broke');
  const database = openDatabase(config.databaseUrl, onBroken, {
    maxConnections,
    isWalled: config.isWalled ?? true,
  });
  const events = new EventHub(config.databaseUrl, log);
  await events.open();
  const engines = createEngines(config, log, engineMakers);
  const secrets = await openSecrets(config, database.db);
  const services: Services = {
    config,
    database,
    events,
    engines,
    secrets,
    resources: openResources(config, database.db),
  };
  const sites = new SiteDirectory(database.db, publicHostOf(config));
  events.subscribe((event) => {
    if (event.topic === 'site' || event.topic === 'resync') sites.forget();
  });
  const builtWeb = join(import.meta.dirname, '../dist/web');
  const webDir = existsSync(join(builtWeb, 'index.html')) ? builtWeb : undefined;
  const app = await createApp({
    ...{
      services,
      sites,
      routes: allRoutes,
      checks: allCallChecks,
      log,
      ...(webDir ? { webDir } : {}),
    },
    ...(idleConnectionMs === undefined ? {} : { idleConnectionMs }),
    hostsBeside: (site) => hostsOfTag({ db: database.db, site }),
    // The number of open tasks, as requested by the frame's counter.
    firstReads: [
      ...['user', 'menu', 'analytics'].map((operation) => ({ operation })),
      { operation: 'listQueue', query: { size: '5', state: 'open' } },
    ],
  });
  app.addHook('onListen', async () => listensAt(services, app.server.address()));
  let runner: TaskRunner | null = null;
  let stopFollowing = () => {};
  return {
    services,
    sites,
    app,
    startWork: async () => {
      const rootSite = await sites.forHost('');
      await seedPriceList({ db: database.db }, rootSite.id);
      await ensureDatacenters(services);
      await ensureNetworks(services);
      if (config.role === 'api') return;
      stopFollowing = followEngines(systemContext(services, { site: rootSite, log }));
      runner = await TaskRunner.start({
        services,
        sites,
        log,
        types: allTaskTypes,
        chores: allChores,
        timing,
      });
      await prepareImages(services, log);
    },
    close: async () => {
      closeLiveStreams();
      await closeConsoles(services);
      await app.close();
      stopFollowing();
      await runner?.stop();
      await stopDelivery(services);
      await engines.close();
      await events.close();
      await database.close();
    },
  };
}
