import { ports } from '../../../../../server/drivers.ts';
import type { Config } from '../../../../../server/platform/config.ts';
import type { Services } from '../../../../../server/platform/context.ts';
import { openDatabase } from '../../../../../server/platform/database/database.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { OutboundRunner } from '../../../../../server/platform/outbound/runner.ts';
import { collectSlices } from '../../../../../server/platform/slice.ts';
import { withWebhooks } from './webhook.ts';

/** A worker that delivers the test webhooks once, for a test that kills it midway. */
const config = JSON.parse(process.env.WORKER_CONFIG ?? '{}') as Config;
const database = openDatabase(config.databaseUrl, () => {});
const runner = new OutboundRunner({
  ...{ config, database, ports, slices: collectSlices([withWebhooks], {}) },
} as unknown as Services);
await runner.round('test.webhook', createLog('silent'));
await runner.stop();
await database.close();
