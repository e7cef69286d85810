import type { Endpoint } from '../../../contract/endpoint.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { requireRecentAuthentication } from '../session/recentAuthentication.ts';
import { requireAuthorization } from './binding.ts';
import { parseOrThrow } from './responses/errorResponse.ts';
import type { BoundRoute, Input } from './routes.ts';

/** The parts of a call, before validation against the contract. */
export interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Runs an operation of the contract like a call by the same caller. */
export type Perform = (route: BoundRoute, input: RawInput) => Promise<unknown>;

/**
 * Runs work that consists of operations of the contract. Each operation is authorized, checked, and
 * logged under its own name, as if the caller had called it directly. With `changes`, all of them
 * run in one transaction.
 */
export async function performOperations<T>(
  ctx: Context,
  changes: boolean,
  work: (ctx: Context, perform: Perform) => Promise<T>,
): Promise<T> {
  const afterCommitTasks: (() => void | Promise<void>)[] = [];
  const run = async (db: Context['db']): Promise<T> => {
    const inner: Context = { ...ctx, db, afterCommit: (task) => void afterCommitTasks.push(task) };
    return await work(inner, (route, input) => performOne(inner, route, input));
  };
  const result = changes ? await ctx.db.transaction().execute(run) : await run(ctx.db);
  for (const task of afterCommitTasks) await task();
  return result;
}

async function performOne(
  ctx: Context,
  { operation, endpoint, handler }: BoundRoute,
  input: RawInput,
): Promise<unknown> {
  requireAuthorization(ctx, endpoint, (input.params ?? {}) as Record<string, unknown>);
  await requireRecentAuthentication(ctx, operation, endpoint);
  const isRecorded = endpoint.changes && !endpoint.unrecorded;
  const notes: Parameters<Context['note']>[0][] = [];
  const inner: Context = {
    ...ctx,
    note: (note) => {
      notes.push(note);
      ctx.note(isRecorded ? { ...note, isRecorded: true } : note);
    },
  };
  const result = await handler(inner, parseInputs(endpoint, input));
  const answer = endpoint.answer ? endpoint.answer.parse(result) : result;
  if (isRecorded) await writeAudit(inner, inner.db, operation, 'done', notes);
  return answer;
}

/**
 * Validates the input without a raw request, so an operation that needs the raw request can't be
 * part of a larger one.
 */
function parseInputs(endpoint: Endpoint, { params, query, body }: RawInput): Input<Endpoint> {
  return {
    params: endpoint.params && parseOrThrow(endpoint.params, params ?? {}),
    query: endpoint.query && parseOrThrow(endpoint.query, query ?? {}),
    body: endpoint.body && parseOrThrow(endpoint.body, body ?? {}),
  } as unknown as Input<Endpoint>;
}
