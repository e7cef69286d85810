import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { plainStored } from '../../../../drivers/problem.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import type { vendorPorts, vendorRequestEndpoints } from '../contract.ts';

type Port = (typeof vendorPorts)[number];
type Page = z.output<(typeof vendorRequestEndpoints)['listVendorRequests']['answer']>;
type Item = Page['items'][number];
type VendorRequestDetail = z.output<(typeof vendorRequestEndpoints)['getVendorRequest']['answer']>;

type VendorRequestList = ListRequest & {
  port?: Port | undefined;
  outcome?: 'succeeded' | 'failed' | undefined;
};

interface Row {
  id: number;
  port: Port;
  screen: string;
  method: string;
  url: string;
  at: Date;
  durationMs: number;
  status: number | null;
  isFailure: boolean;
  problem: string;
}

interface WholeRow extends Row {
  requestHeaders: Record<string, string>;
  requestBody: string;
  responseHeaders: Record<string, string>;
  responseBody: string;
}

const from = sql`vendor_request r`;
const columns = sql`r.id, r.port, r.screen, r.method, r.url, r.at, r.duration_ms as "durationMs", r.status, r.is_failure as "isFailure", r.problem`;

export async function listVendorRequests(
  ctx: SignedInContext,
  request: VendorRequestList,
): Promise<Page> {
  const where: RawBuilder<unknown>[] = [];
  if (request.port) where.push(sql`r.port = ${request.port}`);
  if (request.outcome) where.push(sql`r.is_failure = ${request.outcome === 'failed'}`);
  if (request.filter) where.push(sql`r.url ilike ${containing(request.filter)}`);
  return await readListPage<Row, Item>(
    ctx.db,
    {
      ...{ from, columns, where },
      sorts: {
        at: { column: sql`r.at`, type: 'timestamptz' },
      },
      id: { column: sql`r.id`, type: 'bigint' },
      defaultSorting: '-at',
      map: (row) => present(ctx, row),
    },
    request,
    { port: request.port ?? '', outcome: request.outcome ?? '' },
  );
}

/** Throws `notFound`. */
export async function getVendorRequest(
  ctx: SignedInContext,
  id: number,
): Promise<VendorRequestDetail> {
  const { rows } = await sql<WholeRow>`
    select ${columns}, r.request_headers as "requestHeaders", r.request_body as "requestBody", r.response_headers as "responseHeaders",
      r.response_body as "responseBody"
    from ${from} where r.id = ${id}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw userError('notFound', { what: 'vendorRequest', id });
  const { requestBody, responseBody } = row;
  return {
    ...present(ctx, row),
    ...{ requestBody, responseBody },
    requestHeaders: headerList(row.requestHeaders),
    responseHeaders: headerList(row.responseHeaders),
  };
}

const headerList = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

function present({ language }: SignedInContext, row: Row): Item {
  const { id, port, screen, method, url, durationMs, status, isFailure } = row;
  return {
    ...{ id, port, screen, method, url, durationMs, status, isFailure },
    host: new URL(url).host,
    at: row.at.toISOString(),
    problem: plainStored(row.problem, language),
  };
}
