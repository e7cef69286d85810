import { sql } from 'kysely';
import { describeDriverError, say } from '../../../drivers/words.ts';
import { announce } from '../../../server/platform/events/hub.ts';
import { defineOutbound, type Outbound } from '../../../server/platform/outbound/outbound.ts';
import { localize } from '../texts/localize.ts';
import type { OutboxName } from './delivery/outbox.ts';
import { retryMessage } from './messages.ts';

/** Their contents can include sign-in links and codes, so operators see none of them. */
const messages = (
  name: string,
  outbox: OutboxName,
  title: Outbound['title'],
  { destination, subject }: Record<'destination' | 'subject', string>,
): Outbound =>
  defineOutbound({
    name,
    title,
    rows: sql`select m.id::text as id, m.site_id, m.${sql.ref(destination)} as destination, ${sql.raw(subject)} as subject, m.state, m.attempts, m.created_at,
      case when m.state = 'waiting' then m.due_at end as due_at, m.sent_at as ended_at, m.problem from ${sql.table(outbox)} m`,
    describeProblem: describeDriverError,
    readPayload: async () => null,
    retry: (ctx, id) => retryMessage(ctx, outbox, Number(id)),
    giveUp: async (ctx, id) => {
      const { rows } = await sql<{ siteId: string }>`
        update ${sql.table(outbox)} set state = 'failed', problem = ${say('givenUp')}, claim = null, lease_until = null
        where id = ${id}::bigint and state = 'waiting' and (lease_until is null or lease_until <= ${ctx.clock.now()}) returning site_id as "siteId"`.execute(
        ctx.db,
      );
      const [given] = rows;
      if (given)
        await announce(ctx.db, {
          topic: 'mail',
          id,
          siteId: given.siteId,
          data: { state: 'failed' },
        });
      return given !== undefined;
    },
  });

export const mailOutbound = messages('mail', 'mail_message', localize('outbound.mail'), {
  destination: 'to_address',
  subject: 'm.subject',
});
export const smsOutbound = messages('sms', 'sms_message', localize('outbound.sms'), {
  destination: 'phone',
  subject: "''",
});
