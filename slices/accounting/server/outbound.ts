import { sql } from 'kysely';
import { userError } from '../../../contract/errors.ts';
import { describeDriverError, say } from '../../../drivers/words.ts';
import { announce } from '../../../server/platform/events/hub.ts';
import { defineOutbound } from '../../../server/platform/outbound/outbound.ts';
import { localize } from '../texts/localize.ts';
import { queueAgain } from './outbox.ts';

/** Documents exported to the accounting service of their company. */
export const accountingOutbound = defineOutbound({
  name: 'accounting',
  title: localize('outbound.accounting'),
  rows: sql`select h.document_id::text as id, u.site_id, coalesce(c.address, '') as destination, d.written as subject,
    case h.state when 'refused' then 'failed' else h.state end as state, h.attempts, h.queued_at as created_at,
    case when h.state = 'waiting' then h.due_at end as due_at, h.sent_at as ended_at, case when h.state = 'sent' then '' else h.result_text end as problem
    from accounting_hand_over h join invoice_document d on d.id = h.document_id join user_account u on u.id = d.user_id
    left join accounting_connection c on c.company_id = h.company_id`,
  describeProblem: describeDriverError,
  readPayload: async (ctx, id) => {
    const { rows } = await sql<{ payload: string | null }>`
      select payload from accounting_hand_over where document_id = ${id}::uuid`.execute(ctx.db);
    return rows[0]?.payload ?? null;
  },
  retry: async (ctx, id) => {
    const [document] = await queueAgain(ctx, [id], ctx.actor.userId);
    if (document === undefined) throw userError('deliveryNotRetryable');
  },
  giveUp: async (ctx, id) => {
    const { rows } = await sql<{ companyId: string }>`
      update accounting_hand_over set state = 'failed', result_text = ${say('givenUp')}, claim = null, lease_until = null, told_at = ${ctx.clock.now()}
      where document_id = ${id}::uuid and state = 'waiting' and (lease_until is null or lease_until <= ${ctx.clock.now()}) returning company_id as "companyId"`.execute(
      ctx.db,
    );
    const [given] = rows;
    if (given) await announce(ctx.db, { topic: 'company', id: given.companyId });
    return given !== undefined;
  },
});
