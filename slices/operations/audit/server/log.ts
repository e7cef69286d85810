import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { scopeOf } from '../../../../server/platform/access/scope.ts';
import { operationTitle } from '../../../../server/platform/audit/operationTitle.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { containing } from '../../../../server/platform/database/listPage.ts';
import type { auditEndpoints, logItem } from '../contract.ts';
import { type DateRequest, readDatePage } from './datePage.ts';
import { detailLines, differences } from './differences.ts';

export type LogFilters = Omit<
  z.output<(typeof auditEndpoints)['exportLog']['query']>,
  'format' | 'from'
>;
type Item = z.input<typeof logItem>;

export interface EntryRow {
  id: number;
  at: Date;
  site: string | null;
  actorId: string | null;
  actor: string | null;
  behalfId: string | null;
  behalf: string | null;
  ip: string;
  requestId: string;
  operation: string;
  outcome: Item['outcome'];
  targetType: string | null;
  targetId: string | null;
  before: unknown;
  after: unknown;
  detail: unknown;
  apiKey: string | null;
  sequence: number | null;
  hash: Buffer | null;
}

export const entryFrom = sql`
  audit_entry e left join site on site.id = e.site_id left join audit_seal seal on seal.entry_id = e.id`;

export const entryColumns = sql`
  e.id, e.at, site.name as site, e.actor_id as "actorId", account_email(e.actor_id) as actor, e.on_behalf_of as "behalfId", account_email(e.on_behalf_of) as behalf, e.ip,
  e.request_id as "requestId", e.operation, e.outcome, e.target_type as "targetType", e.target_id as "targetId", e.before, e.after, e.detail, e.api_key as "apiKey",
  seal.sequence, seal.hash`;

/**
 * Restricts entries to those the user can read: all for the operator, those of their sites for an
 * administrator.
 */
export function readableEntries(ctx: Context): RawBuilder<unknown> {
  const scope = ctx.actor ? scopeOf(ctx.actor) : null;
  if (scope?.kind === 'all') return sql`true`;
  if (scope?.kind !== 'tree') return sql`false`;
  return sql`e.site_id in (select id from site where path = ${scope.sitePath} or path like ${`${scope.sitePath}/%`})`;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Matches a user by ID or by a part of the email address. */
function matchesUser(column: RawBuilder<unknown>, idOrEmail: string): RawBuilder<unknown> {
  if (uuid.test(idOrEmail)) return sql`${column} = ${idOrEmail}`;
  const pattern = containing(idOrEmail);
  // Entries also name users outside the viewer's scope, such as administrators of a site above.
  return sql`(${column} in (select id from user_account where email ilike ${pattern})
    or not exists (select from user_account known where known.id = ${column}) and account_email(${column}) ilike ${pattern})`;
}

export function conditions(filters: LogFilters): RawBuilder<unknown>[] {
  const { by, onBehalfOf, operation, targetType, targetId, outcome, ip, since } = filters;
  const where: RawBuilder<unknown>[] = [];
  if (by) where.push(matchesUser(sql`e.actor_id`, by));
  if (onBehalfOf) where.push(matchesUser(sql`e.on_behalf_of`, onBehalfOf));
  if (operation) where.push(sql`e.operation = ${operation}`);
  if (targetType) where.push(sql`e.target_type = ${targetType}`);
  if (targetId) where.push(sql`e.target_id = ${targetId}`);
  if (outcome) where.push(sql`e.outcome = ${outcome}`);
  if (ip) where.push(sql`e.ip like ${`${ip.replace(/[\\%_]/g, '\\$&')}%`}`);
  if (since) where.push(sql`e.at >= ${since}::timestamptz`);
  return where;
}

export async function readLog(ctx: SignedInContext, query: DateRequest & LogFilters) {
  const where = [readableEntries(ctx), ...conditions(query)];
  const source = { columns: entryColumns, from: entryFrom, where, at: sql`e.at`, id: sql`e.id` };
  return await readDatePage<EntryRow, Item>(ctx, source, query, (row) => present(ctx, row));
}

const userReference = (userId: string | null, email: string | null) =>
  userId === null ? null : { id: userId, email: email ?? '' };

export function present(ctx: Pick<Context, 'services' | 'language'>, row: EntryRow): Item {
  return {
    ...{
      id: row.id,
      at: row.at.toISOString(),
      site: row.site ?? '',
      ip: row.ip,
      requestId: row.requestId,
    },
    ...{
      operation: row.operation,
      title: operationTitle(ctx, row.operation, ctx.language),
      outcome: row.outcome,
    },
    by: userReference(row.actorId, row.actor),
    onBehalfOf: userReference(row.behalfId, row.behalf),
    target: row.targetType === null ? null : { type: row.targetType, id: row.targetId ?? '' },
    changes: differences(row.before, row.after),
    details: [...detailLines(row.detail), ...(row.apiKey === null ? [] : [`key: ${row.apiKey}`])],
    seal:
      row.sequence === null
        ? null
        : { sequence: row.sequence, hash: row.hash?.toString('hex') ?? '' },
  };
}
