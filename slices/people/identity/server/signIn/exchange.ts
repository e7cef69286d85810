import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../../../server/platform/context.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';

/** The raw request and reply, for cookies and headers. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export const userAgentOf = ({ request }: Exchange): string => request.headers['user-agent'] ?? '';

/** Runs the work in a transaction, for calls that otherwise write outside of one. */
export function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute((transaction) => work(withDb(ctx, transaction)));
}
