import { sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';

/** Adds a line to what happened to these invoices. */
export async function logInvoice(ctx: Pick<Context, 'db' | 'clock' | 'actor'>, ids: readonly string[], entry: Texts): Promise<void> {
  await sql`
    insert into invoice_log (invoice_id, at, entry, by_user)
    select id, ${ctx.clock.now()}, ${JSON.stringify(entry)}::jsonb, ${ctx.actor?.userId ?? null}::uuid from unnest(${[...ids]}::uuid[]) as id`.execute(
    ctx.db,
  );
}
