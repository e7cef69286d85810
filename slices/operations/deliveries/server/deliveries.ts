import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { plainStored } from '../../../../drivers/problem.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../../server/platform/csv.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import {
  cancelJob,
  type LockedJob,
  lockJob,
  restartJob,
} from '../../../../server/platform/outbound/manageJobs.ts';
import type { OutboundState, Payload } from '../../../../server/platform/outbound/outbound.ts';
import type { deliveryEndpoints } from '../contract.ts';

type Page = z.output<(typeof deliveryEndpoints)['listDeliveries']['answer']>;
type Item = Page['items'][number];
type Delivery = z.output<(typeof deliveryEndpoints)['getDelivery']['answer']>;
type DeliveryRequest = ListRequest & {
  state?: OutboundState | undefined;
  type?: string | undefined;
};

interface Row {
  id: number;
  type: string;
  site: string;
  siteId: string;
  destination: string;
  state: OutboundState;
  attempts: number;
  createdAt: Date;
  dueAt: Date;
  endedAt: Date | null;
  triedAt: Date | null;
  leaseUntil: Date | null;
  reason: LocalizedText | null;
  detail: string;
  key: string;
  payload: Payload;
}

const from = sql`outbound_job j join site on site.id = j.site_id`;
const columns = sql`j.id, j.type, site.name as site, j.site_id as "siteId", j.destination_title as destination, j.state, j.attempts,
  j.created_at as "createdAt", j.due_at as "dueAt", j.ended_at as "endedAt", j.tried_at as "triedAt", j.lease_until as "leaseUntil",
  j.reason, j.detail, j.key, j.payload`;

type Blocker = Extract<
  CodeName,
  'deliveryNotRetryable' | 'deliveryInProgress' | 'deliveryEnded' | 'deliveryTypeUnknown'
>;

type Changeable = Pick<Row, 'type' | 'state' | 'leaseUntil'>;

/** Why the delivery can't be retried now. Null if it can. */
function retryBlocker(ctx: Context, row: Changeable): Blocker | null {
  return row.state === 'sent' ? 'deliveryNotRetryable' : changeBlocker(ctx, row);
}

/** Why the delivery can't be given up now. Null if it can. */
function cancelBlocker(ctx: Context, row: Changeable): Blocker | null {
  const isOpen = row.state === 'waiting' || row.state === 'kept';
  return isOpen ? changeBlocker(ctx, row) : 'deliveryEnded';
}

function changeBlocker(ctx: Context, { type, leaseUntil }: Changeable): Blocker | null {
  if (!ctx.services.slices.outbound.has(type)) return 'deliveryTypeUnknown';
  return leaseUntil !== null && leaseUntil > ctx.clock.now() ? 'deliveryInProgress' : null;
}

function present(ctx: SignedInContext, row: Row): Item {
  const { id, type, site, destination, state, attempts, detail } = row;
  const blocker = (name: Blocker | null) => name && render(name, ctx.language, {});
  return {
    ...{ id, type, site, destination, state, attempts },
    detail: plainStored(detail, ctx.language),
    typeTitle: ctx.services.slices.outbound.get(type)?.title[ctx.language] ?? type,
    createdAt: row.createdAt.toISOString(),
    nextTryAt: state === 'waiting' ? row.dueAt.toISOString() : null,
    endedAt: row.endedAt?.toISOString() ?? null,
    reason: row.reason?.[ctx.language] ?? '',
    actions: {
      retry: blocker(retryBlocker(ctx, row)),
      giveUp: blocker(cancelBlocker(ctx, row)),
    },
  };
}

function conditions({ filter, state, type }: DeliveryRequest): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [];
  if (state) all.push(sql`j.state = ${state}`);
  if (type) all.push(sql`j.type = ${type}`);
  if (filter) {
    const pattern = containing(filter);
    all.push(
      sql`(j.destination_title ilike ${pattern} or j.detail ilike ${pattern} or j.key = ${filter})`,
    );
  }
  return all;
}

export async function listDeliveries(
  ctx: SignedInContext,
  request: DeliveryRequest,
): Promise<Page> {
  return await readListPage<Row, Item>(
    ctx.db,
    {
      ...{ from, columns, where: conditions(request) },
      sorts: {
        createdAt: { column: sql`j.created_at`, type: 'timestamptz' },
        state: { column: sql`j.state`, type: 'text' },
      },
      id: { column: sql`j.id`, type: 'bigint' },
      defaultSorting: '-createdAt',
      map: (row) => present(ctx, row),
    },
    request,
    { state: request.state ?? '', type: request.type ?? '' },
  );
}

/** Exports all rows of the list as CSV. */
export async function exportDeliveries(
  ctx: SignedInContext,
  request: DeliveryRequest,
): Promise<string> {
  const { items } = await listDeliveries(ctx, { ...request, size: 0 });
  const lines = items.map((item) =>
    csvLine([
      ...[String(item.id), item.typeTitle, item.site, item.destination, item.state],
      ...[String(item.attempts), item.createdAt, item.nextTryAt ?? '', item.endedAt ?? ''],
      ...[item.reason, item.detail],
    ]),
  );
  const titles = [
    ...['id', 'type', 'site', 'destination', 'state'],
    ...['attempts', 'created at', 'next attempt at', 'ended at', 'reason', 'response'],
  ];
  return csvMark + csvLine(titles) + lines.join('');
}

export const listTypes = ({ services, language }: SignedInContext) => ({
  items: [...services.slices.outbound.values()].map(({ type, title }) => ({
    type: type.name,
    title: title[language],
  })),
});

/** Throws `notFound`. */
export async function getDelivery(ctx: SignedInContext, id: number): Promise<Delivery> {
  const { rows } = await sql<Row>`select ${columns} from ${from} where j.id = ${id}`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (!row) throw userError('notFound', { what: 'delivery', id });
  const lines = (await ctx.services.slices.outbound.get(row.type)?.display(ctx, row.payload)) ?? [];
  return {
    ...present(ctx, row),
    idempotencyKey: row.key,
    triedAt: row.triedAt?.toISOString() ?? null,
    payload: lines.map(({ title, value }) => ({ title: title[ctx.language], value })),
  };
}

/**
 * Throws `notFound`, `deliveryNotRetryable`, `deliveryInProgress`, `deliveryTypeUnknown`, and the
 * error of the type's slice if the content is no longer stored.
 */
export async function retryDelivery(ctx: SignedInContext, id: number): Promise<void> {
  const job = await lock(ctx, id, retryBlocker);
  await ctx.services.slices.outbound.get(job.type)?.requireRetryable?.(ctx, job.payload);
  await restartJob(ctx, job);
  note(ctx, job, 'waiting');
}

/** Throws `notFound`, `deliveryEnded`, `deliveryInProgress`, `deliveryTypeUnknown`. */
export async function cancelDelivery(ctx: SignedInContext, id: number): Promise<void> {
  const job = await lock(ctx, id, cancelBlocker);
  await cancelJob(ctx, job);
  note(ctx, job, 'failed');
}

async function lock(
  ctx: SignedInContext,
  id: number,
  blockerOf: (ctx: Context, row: Changeable) => Blocker | null,
): Promise<LockedJob> {
  const job = await lockJob(ctx, id);
  if (!job) throw userError('notFound', { what: 'delivery', id });
  const blocker = blockerOf(ctx, { ...job, leaseUntil: job.lease_until });
  if (blocker) throw userError(blocker);
  return job;
}

const note = (ctx: SignedInContext, { id, type, state }: LockedJob, after: OutboundState): void =>
  ctx.note({
    ...{ targetType: 'delivery', targetId: String(id) },
    ...{ before: { state }, after: { state: after }, detail: { type } },
  });
