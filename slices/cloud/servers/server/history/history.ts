import { sql } from 'kysely';
import type * as z from 'zod';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import type { historyItem, serverEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { unrequestedChange } from '../engine/reconcile.ts';
import type { Power, Problem } from '../rules/facts.ts';
import { findServer } from '../store/find.ts';

type StateFields = { power: Power; problem: Problem | null };
type Item = z.output<typeof historyItem>;
type Page = z.input<(typeof serverEndpoints)['getServerHistory']['answer']>;
interface Row {
  id: string;
  at: Date;
  kind: Item['kind'];
  title: LocalizedText | null;
  operation: string;
  outcome: Item['outcome'];
  by: string | null;
  ip: string;
  cmdId: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Titles of changes that aren't tasks. */
const operationTexts: Record<string, LocalizedText> = {
  renameServer: localize('words.renameServer'),
  tagServer: localize('words.tagServer'),
  setServerBilling: localize('words.setServerBilling'),
  describeServer: localize('words.describeServer'),
  lockServer: localize('words.lockServer'),
  unlockServer: localize('words.unlockServer'),
  openConsole: localize('words.openConsole'),
};

/** The recorded title of an event that no user caused. */
function eventText({ power, problem }: StateFields): LocalizedText {
  if (problem?.kind === 'crashed') return localize('history.wordsOfEvent.stoppedUnexpectedly');
  if (problem?.kind === 'lost') return localize('history.wordsOfEvent.missingItsEngine');
  if (power === 'off') return localize('history.wordsOfEvent.turnedOffFromInside');
  return power === 'on'
    ? localize('history.wordsOfEvent.foundRunning')
    : localize('history.wordsOfEvent.foundSuspended');
}

const defaultSize = 25;

/** Tasks and direct changes, latest first, with event, user, origin and changes. */
export async function readHistory(
  ctx: SignedInContext,
  serverId: string,
  query: { size?: number | undefined; from?: string | undefined; skip?: number | undefined },
): Promise<Page> {
  await findServer(ctx, serverId);
  const size = query.size ?? defaultSize;
  const from = query.from ?? null;
  const skip = query.skip ?? 0;
  const { rows } = await sql<Row & { total: number }>`
    -- A cursor knows a moment to the millisecond: so does the order.
    with happened as (
      select 'task-' || t.id as id, date_trunc('milliseconds', t.created_at) as at, 'task' as kind, t.title, t.type as operation,
        case t.state when 'done' then 'done' when 'failed' then 'failed' when 'cancelled' then 'cancelled' else 'open' end as outcome,
        t.created_by as user_id, t.ip, t.id as "cmdId", null::jsonb as before, null::jsonb as after
      from task t where t.target_type = 'server' and t.target_id = ${serverId}
      union all
      select 'audit-' || e.id, date_trunc('milliseconds', e.at), case e.operation when ${unrequestedChange} then 'event' else 'change' end, null, e.operation, e.outcome, e.actor_id, e.ip, null, e.before, e.after
      from audit_entry e where e.target_type = 'server' and e.target_id = ${serverId} and e.outcome <> 'checked' and e.operation = any(${[...Object.keys(operationTexts), unrequestedChange]}::text[])
    )
    select happened.*, u.email as by, (select count(*) from happened) as total
    from happened left join user_account u on u.id = happened.user_id
    where ${from}::timestamptz is null or at <= ${from}::timestamptz
    order by at desc, id desc limit ${size + 1} offset ${skip}`.execute(
    portalDb(ctx, 'what others did to it is part of its history'),
  );
  const pageRows = rows.slice(0, size);
  const last = pageRows.at(-1);
  const lastMoment = last?.at.toISOString() ?? null;
  const sameTimeCount = pageRows.filter((row) => row.at.getTime() === last?.at.getTime()).length;
  return {
    ...{
      size,
      total: rows[0]?.total ?? 0,
      next: rows.length > size,
      nextDate: rows.length > size ? lastMoment : null,
      from,
      prevDate: null,
    },
    ...{ firstElement: pageRows.length === 0 ? 0 : 1, lastElement: pageRows.length, userId: null },
    ...{ nextSkip: lastMoment === from ? skip + sameTimeCount : sameTimeCount, prevSkip: 0 },
    items: pageRows.map((row) => present(ctx, row)),
  };
}

function present(ctx: SignedInContext, row: Row): Item {
  const description =
    row.kind === 'event'
      ? eventText(row.after as unknown as StateFields)
      : (row.title ?? operationTexts[row.operation]);
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    text: description?.[ctx.language] ?? row.operation,
    outcome: row.outcome,
    by: row.by ?? '',
    ip: row.ip,
    cmdId: row.cmdId,
    changes: row.kind === 'event' ? changesOfEvent(row) : changesOf(row),
  };
}

function changesOf({ before, after }: Row): Item['changes'] {
  const fields = Object.keys(after ?? {}).filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
  );
  return fields.map((field) => ({
    field,
    before: asText(before?.[field]),
    after: asText(after?.[field]),
  }));
}

/** The changed power state and the engine's message. */
function changesOfEvent({ before, after }: Row): Item['changes'] {
  const [was, current] = [before, after] as unknown as [StateFields, StateFields];
  const detail = current.problem?.detail ?? '';
  return [
    ...(was.power === current.power
      ? []
      : [{ field: 'power', before: was.power, after: current.power }]),
    ...(detail === '' ? [] : [{ field: 'problem', before: '', after: detail }]),
  ];
}

const asText = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
