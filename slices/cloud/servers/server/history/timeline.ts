import { sql } from 'kysely';
import type * as z from 'zod';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { type timelineEndpoints, timelineField } from '../../contract/timeline.ts';
import { findServer } from '../store/find.ts';

type Timeline = z.output<(typeof timelineEndpoints)['getServerPast']['answer']>;
type ServerRecord = Record<string, unknown>;

interface Row {
  since: Date | null;
  earlier: Date | null;
  later: Date | null;
  first: Date | null;
  was: ServerRecord | null;
  is: ServerRecord;
}

/**
 * The server at a past moment and its current state. The database records each change when it
 * happens, so the state is the last record before the moment. Throws `notFound`.
 */
export async function getServerAt(
  ctx: SignedInContext,
  serverId: string,
  at: string,
): Promise<Timeline> {
  await findServer(ctx, serverId);
  const moment = new Date(at);
  const { rows } = await sql<Row>`
    with past as (select id, date_trunc('milliseconds', at) as at, what from server_past where server_id = ${serverId}),
    found as (select * from past where at <= ${moment} order by at desc, id desc limit 1)
    select (select at from found) as since, (select what from found) as was, server_as_it_is(${serverId}) as "is",
      (select max(p.at) from past p, found where p.at < found.at) as earlier, (select min(p.at) from past p where p.at > ${moment}) as later, (select min(at) from past) as first`.execute(
    ctx.db,
  );
  const {
    since = null,
    earlier = null,
    later = null,
    first = null,
    was = null,
    is = {},
  } = rows[0] ?? {};
  const owners = await emailsOf(ctx, [was?.owner, is.owner]);
  const displayValue = (field: string, value: unknown) =>
    field === 'owner' ? (owners.get(String(value)) ?? '') : asText(value);
  return {
    at: moment.toISOString(),
    ...{
      since: since?.toISOString() ?? null,
      earlier: earlier?.toISOString() ?? null,
      later: later?.toISOString() ?? null,
    },
    first: first?.toISOString() ?? null,
    fields:
      was === null
        ? []
        : timelineField.options.map((field) => ({
            field,
            was: displayValue(field, was[field]),
            is: displayValue(field, is[field]),
          })),
  };
}

async function emailsOf(
  ctx: SignedInContext,
  ids: readonly unknown[],
): Promise<Map<string, string>> {
  const userIds = ids.filter((id) => typeof id === 'string');
  const { rows } = await sql<{ id: string; email: string }>`
    select id, account_email(id) as email from unnest(${userIds}::uuid[]) as who (id) where account_email(id) is not null`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

const asText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : Array.isArray(value)
      ? value.join(', ')
      : String(value);
