import { ports } from '../../../../../server/drivers.ts';
import type { Config } from '../../../../../server/platform/config.ts';
import type { Services } from '../../../../../server/platform/context.ts';
import { openDatabase } from '../../../../../server/platform/database/database.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { OutboundRunner } from '../../../../../server/platform/outbound/runner.ts';
import { openSecrets } from '../../../../../server/platform/secrets/keys.ts';
import { collectSlices } from '../../../../../server/platform/slice.ts';
import { mailsSlice } from '../slice.ts';

/** A separate worker that processes the email outbox once, for a test that kills it midway. */
const config = JSON.parse(process.env.WORKER_CONFIG ?? '{}') as Config;
const database = openDatabase(config.databaseUrl, () => {});
const secrets = await openSecrets(config, database.db);
const delivery = new OutboundRunner({
  ...{ config, database, secrets, ports },
  ...{ listening: { port: null }, slices: collectSlices([mailsSlice], {}) },
} as Services);
await delivery.round('mails.email', createLog('silent'));
await delivery.stop();
await database.close();
