import { type RawBuilder, sql } from 'kysely';
import type { RequiredRight } from '../../../../contract/access/rights.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  type Columns,
  effectiveRights,
  type EffectiveRights as Rights,
  requireRight,
  visibleTo,
} from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { Comparison, Metric, State } from './rules.ts';

export interface Alert {
  id: string;
  ownerId: string;
  siteId: string;
  name: string;
  serverId: string | null;
  tag: string | null;
  metric: Metric;
  comparison: Comparison;
  threshold: number;
  clearAt: number;
  forMinutes: number;
  byMail: boolean;
  webhookUrl: string | null;
  isEnabled: boolean;
}

export interface FiringServer {
  serverId: string;
  state: State;
  since: string;
  value: number | null;
  acknowledgedBy: string | null;
}
export interface AlertRow extends Alert, Rights {
  owner: string;
  unwell: FiringServer[];
}

export const alertColumns = sql`
  a.id, a.owner_id as "ownerId", a.site_id as "siteId", a.name, a.server_id as "serverId", a.tag, a.metric, case when a.above then 'above' else 'below' end as comparison,
  a.threshold, a.clear_at as "clearAt", a.for_minutes as "forMinutes", a.by_mail as "byMail", a.webhook_url as "webhookUrl", a.is_enabled as "isEnabled"`;

/**
 * An alert belongs to its owner. A user with a right on the monitored server has the same right on
 * the alert.
 */
const accessColumns: Columns = {
  owner: 'a.owner_id',
  site: 'a.site_id',
  object: { type: 'ot.server', id: 'a.server_id' },
};

/** The owner may have moved to a site outside the scope. */
const ownerEmail = sql`coalesce(owner.email, account_email(a.owner_id))`;

const maxServers = 100;
const firingServers = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('serverId', s.server_id, 'state', s.state, 'since', s.since, 'value', s.value, 'acknowledgedBy', s.email)
    order by s.state = 'firing' desc, s.since), '[]')
   from (select st.*, account_email(st.acknowledged_by) as email from alert_state st where st.alert_id = a.id and st.state <> 'ok' limit ${sql.lit(maxServers)}) s) as unwell`;

/**
 * `serverFilter`: limits the result to alerts that monitor this server, directly or by one of its tags.
 */
export async function readAlerts<Item>(
  ctx: Context,
  query: ListRequest & { state?: 'firing' | 'acknowledged' | undefined },
  serverFilter: { serverId: string; ownerId: string; tags: readonly string[] } | null,
  map: (row: AlertRow) => Item,
): Promise<Page<Item>> {
  const where: RawBuilder<unknown>[] = [visibleTo(ctx, accessColumns)];
  if (query.filter)
    where.push(
      sql`(a.name ilike ${containing(query.filter)} or a.tag ilike ${containing(query.filter)})`,
    );
  if (query.state)
    where.push(
      sql`exists (select from alert_state st where st.alert_id = a.id and st.state = ${query.state})`,
    );
  if (serverFilter)
    where.push(
      sql`(a.server_id = ${serverFilter.serverId} or (a.owner_id = ${serverFilter.ownerId} and a.tag = any(${[...serverFilter.tags]}::text[])))`,
    );
  return await readListPage<AlertRow, Item>(
    ctx.db,
    {
      from: sql`alert a left join user_account owner on owner.id = a.owner_id`,
      columns: sql`${alertColumns}, ${ownerEmail} as owner, ${effectiveRights(ctx, accessColumns)}, ${firingServers}`,
      where,
      sorts: {
        name: { column: sql`lower(a.name)`, type: 'text' },
        created: { column: sql`a.created_at`, type: 'timestamptz' },
      },
      id: { column: sql`a.id`, type: 'uuid' },
      defaultSorting: 'name',
      map,
    },
    query,
    {
      ...(serverFilter ? { server: serverFilter.serverId } : {}),
      ...(query.state ? { state: query.state } : {}),
    },
  );
}

/** A single alert, as in the list. Throws `notFound`, `rightMissing`, `lockedByParent`. */
export async function findAlert(
  ctx: Context,
  alertId: string,
  requiredRight: RequiredRight,
): Promise<AlertRow> {
  return await visible(ctx, alertId, requiredRight, sql``);
}

/** Like `findAlert`, but locks the alert until the transaction ends. */
export async function lockAlert(
  ctx: Context,
  alertId: string,
  requiredRight: RequiredRight,
): Promise<AlertRow> {
  return await visible(ctx, alertId, requiredRight, sql`for update of a`);
}

async function visible(
  ctx: Context,
  alertId: string,
  requiredRight: RequiredRight,
  rowLock: RawBuilder<unknown>,
): Promise<AlertRow> {
  const { rows } = await sql<AlertRow>`
    select ${alertColumns}, ${ownerEmail} as owner, ${effectiveRights(ctx, accessColumns)}, ${firingServers}
    from alert a left join user_account owner on owner.id = a.owner_id where a.id = ${alertId} and ${visibleTo(ctx, accessColumns)} ${rowLock}`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found) throw userError('notFound', { what: 'alert', id: alertId });
  requireRight(found, requiredRight, found.name);
  return found;
}

export const announceAlert = (
  ctx: Pick<Context, 'db'>,
  { id, siteId, ownerId }: Pick<Alert, 'id' | 'siteId' | 'ownerId'>,
) => announce(ctx.db, { topic: 'alert', id, siteId, ownerId });

/** The column and row that the encrypted webhook secret of an alert is bound to. */
export const secretLocation = (alertId: string) => ({
  column: 'alert.webhook_secret',
  row: alertId,
});
