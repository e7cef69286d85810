import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../../server/apiClient.ts';
import { readConfig } from '../../server/platform/config.ts';
import { createLog } from '../../server/platform/log.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { openPortal } from '../../server/portal.ts';
import { prepareDatabase } from '../../server/prepareDatabase.ts';
import { ensureRootUser } from '../../slices/people/identity/server/index.ts';
import { median, reportMarks } from '../harness/report.ts';

/**
 * The overhead of the portal for one power-on: from the client's call until the engine is told to
 * start. The baseline is the cheapest call that changes something: setting a tag, a transaction
 * with audit and notices but without a task.
 */
const rounds = 60;
const email = 'root@example.test';
const password = 'Bench_password_1';

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-power-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
await prepareDatabase({ databaseUrl: postgres.urls.app, migrationUrl: postgres.urls.owner });
const config = readConfig({
  DATABASE_URL: postgres.urls.app,
  DATABASE_MIGRATION_URL: postgres.urls.owner,
  CLOUDBERTH_DATA: dataDir,
  CLOUDBERTH_ENGINE: 'simulated',
  CLOUDBERTH_PORT: '0',
});
const portal = await openPortal(config, createLog('silent'));
await ensureRootUser(portal.services.database.db, { email, password });
await portal.startWork();
const client = new ApiClient(await portal.app.listen({ host: '127.0.0.1', port: 0 }));
await client.signIn(email, password);

const engine = portal.services.engines.get('simulated');
const start = engine.start.bind(engine);
let notifiedAt = 0;
engine.start = async (id) => {
  notifiedAt = performance.now();
  await start(id);
};

async function done(cmdId: number | undefined): Promise<void> {
  for (;;) {
    const { body } = await client.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`);
    if (body.exitCode === 0) return;
    if (body.exitCode !== null) throw new Error(`task ${cmdId} failed`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const { body: options } = await client.get<{ datacenterId: string; images: { id: string }[] }>(
  '/servers/create/options',
);
const created = await client.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
  ...{
    name: 'bench-1',
    datacenterId: options.datacenterId,
    imageId: options.images[0]?.id,
    cpuType: 'B',
    cores: 1,
    ramMb: 1024,
  },
  ...{
    disks: [{ sizeGb: 20 }],
    nics: [{ networkId: 'auto' }],
    billingMode: 'hourly',
    password,
    powerOn: false,
  },
});
await done(created.body.cmdId);
const id = created.body.servers[0]?.id;

const powerOn: number[] = [];
const tag: number[] = [];
for (let round = 0; round < rounds; round++) {
  const taggedAt = performance.now();
  await client.put(`/servers/${id}/tags`, { tags: [`round-${round}`] });
  tag.push(performance.now() - taggedAt);
  const calledAt = performance.now();
  const on = await client.put<{ cmdId: number }>(`/servers/${id}/power`, { state: 'on' });
  await done(on.body.cmdId);
  powerOn.push(notifiedAt - calledAt);
  const off = await client.put<{ cmdId: number }>(`/servers/${id}/power`, {
    state: 'off',
    force: true,
  });
  await done(off.body.cmdId);
}
reportMarks([
  {
    what: 'call to the engine being told to start, median',
    value: median(powerOn),
    unit: 'ms',
    kind: 'most',
    limit: 150,
  },
  {
    what: 'the same beside a change without a task',
    value: median(powerOn) / median(tag),
    unit: `× (${median(tag).toFixed(1)} ms)`,
    kind: 'most',
    limit: 5,
  },
]);
await portal.close();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit();
