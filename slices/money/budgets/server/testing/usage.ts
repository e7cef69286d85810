import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import type { TestApp } from '../../../../../server/testing/app.ts';
import { clockAt, systemOf } from '../../../dunning/server/testing/debts.ts';
import type { RequestedItem } from '../../../pricing/rules.ts';
import { setSpans } from '../../../pricing/server/index.ts';

export const cores = (quantity: number): RequestedItem => ({
  item: 'cpu.B',
  quantity: String(quantity),
  mode: 'hourly',
  powerState: 'on',
});
/** Costs 2.00 per month. */
export const traffic: RequestedItem = {
  item: 'traffic.t1000',
  quantity: '1',
  mode: 'monthly',
  powerState: 'on',
};

/** Sets the clock to this time until it's changed again. All users stay signed in. */
export async function at(app: TestApp, moment: string): Promise<void> {
  clockAt(moment);
  await sql`update session set last_seen_at = ${moment}, expires_at = ${moment}::timestamptz + interval '1 day'`.execute(
    app.portal.services.database.db,
  );
}

/**
 * Records usage of an account from a given time, and leaves the clock at that time. Returns its ID.
 */
export async function setUsage(
  app: TestApp,
  ownerId: string,
  moment: string,
  items: readonly RequestedItem[],
  { id = randomUUID(), siteId = app.siteId }: { id?: string; siteId?: string } = {},
): Promise<string> {
  await at(app, moment);
  const ctx = await systemOf(app);
  await ctx.db
    .transaction()
    .execute((transaction) =>
      setSpans(
        withDb(ctx, transaction),
        { type: 'server', id, name: 'web', ownerId, siteId },
        items,
      ),
    );
  return id;
}

/** Inserts a server without cost, because tags are read from its row. */
export async function tagServer(
  app: TestApp,
  ownerId: string,
  id: string,
  tags: readonly string[],
): Promise<void> {
  await sql`
    insert into server (id, owner_id, site_id, datacenter_id, datacenter_code, name, hostname, state, image_name, os_family, os, cpu_type, cores, ram_mb, billing_mode, tags)
    select ${id}, ${ownerId}, ${app.siteId}, d.id, d.code, ${`web-${id.slice(0, 8)}`}, 'web', 'live', 'Linux', 'linux', 'Linux', 'B', 1, 1024, 'hourly', ${[...tags]}
    from datacenter d limit 1
    on conflict (id) do update set tags = excluded.tags`.execute(app.portal.services.database.db);
}
