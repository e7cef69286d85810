import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { EngineName } from '../../../../drivers/compute/port.ts';
import type { Services } from '../../../../server/platform/context.ts';
import { datacenterTable } from './store.ts';

const seedLock = 7_216_006;
const automatic: Record<EngineName, { code: string; short_code: string; name: string }> = {
  qemu: { code: 'local', short_code: 'LOCAL', name: hostname() },
  simulated: { code: 'simulated', short_code: 'SIM', name: 'Simulated' },
};

/**
 * Ensures that there is a datacenter for the portal's machine: with real servers where possible,
 * otherwise or if configured with simulated ones. When real servers become possible or the
 * configured engine changes, the previous datacenter keeps its servers but accepts no new ones. A
 * datacenter whose engine fails stays open and reports the problem. Safe to call from several
 * processes concurrently.
 */
export async function ensureDatacenters(services: Services): Promise<void> {
  const engine = await chooseEngine(services);
  await services.database.db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(transaction);
    const db = datacenterTable(transaction);
    const existing = await db
      .selectFrom('datacenter')
      .select(['id', 'engine', 'is_automatic', 'is_enabled'])
      .where('is_sandbox', '=', false)
      .execute();
    if (!existing.some((datacenter) => datacenter.engine === engine)) {
      await db
        .insertInto('datacenter')
        .values({
          ...automatic[engine],
          engine,
          is_automatic: true,
          country: null,
          max_cores: null,
          max_ram_mb: null,
        })
        .execute();
    }
    const automaticDatacenters = db.updateTable('datacenter').where('is_automatic', '=', true);
    await automaticDatacenters.set({ is_enabled: true }).where('engine', '=', engine).execute();
    const isSelected = engine === 'qemu' || services.config.engine !== 'auto';
    if (isSelected)
      await automaticDatacenters.set({ is_enabled: false }).where('engine', '<>', engine).execute();
  });
}

/**
 * Ensures the datacenter for test keys, which is created with the first test key. Must be called in
 * a transaction. Safe to call from several processes concurrently.
 */
export async function ensureSandboxDatacenter(
  transaction: Services['database']['db'],
): Promise<void> {
  await datacenterTable(transaction)
    .insertInto('datacenter')
    .values({
      code: 'sandbox',
      short_code: 'TEST',
      name: 'Sandbox',
      engine: 'simulated',
      is_sandbox: true,
      country: null,
      max_cores: null,
      max_ram_mb: null,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

async function chooseEngine({ config, engines }: Services): Promise<EngineName> {
  if (config.engine !== 'auto') return config.engine;
  return (await engines.capabilities('qemu')).ready ? 'qemu' : 'simulated';
}
