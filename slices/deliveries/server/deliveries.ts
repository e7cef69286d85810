import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../contract/errors.ts';
import { render } from '../../../contract/messages.ts';
import { portalDb } from '../../../server/platform/access/portalDb.ts';
import type { Context, SignedInContext } from '../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../server/platform/csv.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../server/platform/database/listPage.ts';
import type { Outbound, OutboundState } from '../../../server/platform/outbound/outbound.ts';
import type { deliveryEndpoints } from '../contract.ts';

type Page = z.output<(typeof deliveryEndpoints)['listDeliveries']['answer']>;
type Delivery = Page['items'][number];
type Detail = z.output<(typeof deliveryEndpoints)['getDelivery']['answer']>;
type Query = ListRequest & { state?: OutboundState | undefined; type?: string | undefined };

interface Row {
  id: string;
  type: string;
  siteId: string | null;
  siteName: string;
  destination: string;
  subject: string;
  state: OutboundState;
  attempts: number;
  createdAt: Date;
  dueAt: Date | null;
  endedAt: Date | null;
  problem: string;
}

const kindsOf = (ctx: Pick<Context, 'services'>) => ctx.services.slices.outbound;

/** The rows of these kinds together, as `item`. */
const rowsOf = (kinds: Iterable<Outbound>): RawBuilder<unknown> =>
  sql`(${sql.join(
    [...kinds].map(
      ({ name, rows }) =>
        sql`select ${name}::text as type, ${name} || '.' || found.id as key, found.* from (${rows}) as found`,
    ),
    sql` union all `,
  )}) as item left join site on site.id = item.site_id`;

const columns = sql`item.key as id, item.type, item.site_id as "siteId", coalesce(site.name, '') as "siteName", item.destination, item.subject,
  item.state, item.attempts, item.created_at as "createdAt", item.due_at as "dueAt", item.ended_at as "endedAt", item.problem`;

/** Deliveries of all sites, the latest first. */
export async function listDeliveries(ctx: SignedInContext, query: Query): Promise<Page> {
  const kinds = kindsOf(ctx);
  const chosen = query.type === undefined ? [...kinds.values()] : [kindOf(ctx, query.type)];
  const pattern = query.filter ? containing(query.filter) : null;
  const page = await readListPage<Row, Delivery>(
    everywhere(ctx),
    {
      from: rowsOf(chosen),
      columns,
      where: [
        query.state === undefined ? sql`true` : sql`item.state = ${query.state}`,
        pattern
          ? sql`(item.destination ilike ${pattern} or item.subject ilike ${pattern})`
          : sql`true`,
      ],
      sorts: { created: { column: sql`item.created_at`, type: 'timestamptz' } },
      id: { column: sql`item.key`, type: 'text' },
      defaultSorting: '-created',
      map: (row) => present(ctx, row),
    },
    query,
  );
  const types = [...kinds.values()].map(({ name, title }) => ({
    type: name,
    title: title[ctx.language],
  }));
  return { ...page, types };
}

/** All that the list shows, as CSV. */
export async function exportDeliveries(ctx: SignedInContext, query: Query): Promise<string> {
  const { items } = await listDeliveries(ctx, { ...query, size: 0 });
  const lines = items.map((item) =>
    csvLine([
      item.typeTitle,
      item.siteName,
      item.destination,
      item.subject,
      item.state,
      String(item.attempts),
      item.createdAt,
      item.endedAt ?? '',
      item.problem,
    ]),
  );
  const head = [
    'type',
    'site',
    'destination',
    'subject',
    'state',
    'attempts',
    'created at',
    'ended at',
    'problem',
  ];
  return csvMark + csvLine(head) + lines.join('');
}

/** Throws `notFound`. */
export async function getDelivery(ctx: SignedInContext, deliveryId: string): Promise<Detail> {
  const { kind, id } = placeOf(ctx, deliveryId);
  const row = await read(ctx, deliveryId);
  const payload = await kind.readPayload({ ...ctx, db: everywhere(ctx) }, id);
  return { ...present(ctx, row), payload };
}

/** Throws `notFound`, `deliveryNotRetryable`, and what the kind declares. */
export async function retryDelivery(ctx: SignedInContext, deliveryId: string): Promise<void> {
  const { kind, id } = placeOf(ctx, deliveryId);
  const { state } = await read(ctx, deliveryId);
  if (!isRetryable(state)) throw userError('deliveryNotRetryable');
  await kind.retry(ctx, id);
  note(ctx, deliveryId, state, 'waiting');
}

/** Throws `notFound`, `deliveryNotWaiting`. */
export async function giveUpDelivery(ctx: SignedInContext, deliveryId: string): Promise<void> {
  const { kind, id } = placeOf(ctx, deliveryId);
  const { state } = await read(ctx, deliveryId);
  if (!(await kind.giveUp(ctx, id))) throw userError('deliveryNotWaiting');
  note(ctx, deliveryId, state, 'failed');
}

const note = (
  ctx: SignedInContext,
  targetId: string,
  before: OutboundState,
  after: OutboundState,
) =>
  ctx.note({
    targetType: 'delivery',
    targetId,
    before: { state: before },
    after: { state: after },
  });

const isRetryable = (state: OutboundState): boolean => state === 'failed' || state === 'kept';

const everywhere = (ctx: Context) =>
  portalDb(ctx, 'operators look after the deliveries of all sites');

function kindOf(ctx: Context, name: string): Outbound {
  const kind = kindsOf(ctx).get(name);
  if (!kind) throw userError('notFound', { what: 'delivery', id: name });
  return kind;
}

function placeOf(ctx: Context, deliveryId: string): { kind: Outbound; id: string } {
  const [type = '', id = ''] = deliveryId.split('.');
  return { kind: kindOf(ctx, type), id };
}

async function read(ctx: SignedInContext, deliveryId: string): Promise<Row> {
  const { kind } = placeOf(ctx, deliveryId);
  const { rows } = await sql<Row>`
    select ${columns} from ${rowsOf([kind])} where item.key = ${deliveryId}`.execute(
    everywhere(ctx),
  );
  if (!rows[0]) throw userError('notFound', { what: 'delivery', id: deliveryId });
  return rows[0];
}

function present(ctx: SignedInContext, row: Row): Delivery {
  const kind = kindOf(ctx, row.type);
  const { id, type, siteId, siteName, destination, subject, state, attempts } = row;
  return {
    ...{ id, type, siteId, siteName, destination, subject, state, attempts },
    typeTitle: kind.title[ctx.language],
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    problem: kind.describeProblem(row.problem)[ctx.language],
    actions: {
      retry: isRetryable(state) ? null : render('deliveryNotRetryable', ctx.language),
      giveUp: state === 'waiting' ? null : render('deliveryNotWaiting', ctx.language),
    },
  };
}
