import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { readCookie } from '../../../../server/platform/http/cookies.ts';
import { describeDevice, locationOf } from '../../../../server/platform/origin/index.ts';
import { digestOf } from '../../../../server/platform/secrets/secrets.ts';
import {
  disconnectUser,
  endSession,
  sessionLimits,
} from '../../../../server/platform/session/session.ts';
import {
  deleteBrowser,
  listRememberedBrowsers,
  readLoginPage,
} from '../../credentials/server/index.ts';
import { describeLogin } from './details.ts';
import { requireOwnSession } from './subject.ts';

const defaultLoginPage = 25;
/**
 * Identifies a session or browser to its owner. This part of the digest is too short to be useful
 * to anyone else.
 */
const shortIdOf = (hash: Buffer): string => hash.toString('hex').slice(0, 32);

export async function listSessions(ctx: SignedInContext) {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('session')
    .select(['id_hash', 'ip', 'user_agent', 'method', 'created_at', 'last_seen_at'])
    .where('user_id', '=', ctx.actor.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - sessionLimits.idleMs))
    .orderBy('last_seen_at', 'desc')
    .execute();
  const items = rows.map((row) => ({
    id: shortIdOf(row.id_hash),
    isThis: ctx.actor.session?.hash.equals(row.id_hash) ?? false,
    ...describeDevice(row.user_agent, ctx.language),
    ...{
      ip: row.ip,
      place: locationOf(ctx, row.ip),
      method: row.method,
      since: row.created_at.toISOString(),
      lastSeen: row.last_seen_at.toISOString(),
    },
  }));
  return { items: items.sort((a, b) => Number(b.isThis) - Number(a.isThis)) };
}

/** Throws `notFound` for an ended session or one of another user. */
export async function endOwnSession(ctx: SignedInContext, sessionId: string): Promise<void> {
  requireOwnSession(ctx);
  const row = await ctx.db
    .selectFrom('session')
    .select('id_hash')
    .where('user_id', '=', ctx.actor.userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`encode(substring(id_hash from 1 for 16), 'hex') = ${sessionId}`)
    .executeTakeFirst();
  if (!row) throw userError('notFound', { what: 'session', id: sessionId });
  await endSession(ctx.db, row.id_hash, 'disconnected');
  ctx.note({ targetType: 'session', targetId: sessionId });
}

export async function endOtherSessions(ctx: SignedInContext): Promise<{ ended: number }> {
  requireOwnSession(ctx);
  const endedCount = await disconnectUser(ctx.db, ctx.actor.userId, ctx.actor.session?.hash);
  ctx.note({ targetType: 'user', targetId: ctx.actor.userId, detail: { ended: endedCount } });
  return { ended: endedCount };
}

export async function listBrowsers(ctx: SignedInContext, request: FastifyRequest) {
  const browserId = readCookie(request, ctx.services.config, 'browser');
  const ownId = browserId === undefined ? null : shortIdOf(digestOf(browserId));
  const rows = await listRememberedBrowsers(ctx, ctx.actor.userId);
  return {
    items: rows.map((row) => ({
      ...{ id: row.id, isThis: row.id === ownId, ip: row.ip, place: locationOf(ctx, row.ip) },
      ...describeDevice(row.user_agent, ctx.language),
      ...{
        since: row.created_at.toISOString(),
        lastUsed: row.last_used_at.toISOString(),
        expires: row.expires_at.toISOString(),
      },
    })),
  };
}

export async function removeBrowser(ctx: SignedInContext, browserId: string): Promise<void> {
  requireOwnSession(ctx);
  if (!(await deleteBrowser(ctx, ctx.actor.userId, browserId)))
    throw userError('notFound', { what: 'browser', id: browserId });
  ctx.note({ targetType: 'browser', targetId: browserId });
}

/**
 * The sign-ins as a page with a date cursor: `from` and `skip` of the next page are `nextDate`
 * and `nextSkip` of this one.
 */
export async function listLogins(
  ctx: SignedInContext,
  query: { size?: number | undefined; from?: string | undefined; skip?: number | undefined },
) {
  const size = query.size ?? defaultLoginPage;
  const from = query.from ?? null;
  const skip = query.skip ?? 0;
  const { events, total } = await readLoginPage(ctx, ctx.actor.userId, { size, from, skip });
  const pageEvents = events.slice(0, size);
  const last = pageEvents.at(-1)?.at;
  const sameTimeCount = pageEvents.filter((event) => event.at.getTime() === last?.getTime()).length;
  const isSameStart = from !== null && last?.getTime() === new Date(from).getTime();
  const hasNext = events.length > size;
  return {
    ...{
      size,
      total,
      next: hasNext,
      nextDate: hasNext && last ? last.toISOString() : null,
      from,
      prevDate: null,
    },
    ...{
      firstElement: pageEvents.length === 0 ? 0 : 1,
      lastElement: pageEvents.length,
      userId: ctx.actor.userId,
    },
    ...{ nextSkip: isSameStart ? skip + sameTimeCount : sameTimeCount, prevSkip: 0 },
    items: pageEvents.map((event) => describeLogin(ctx, event)),
  };
}
