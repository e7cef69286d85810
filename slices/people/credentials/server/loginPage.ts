import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import type { LoginMethod, LoginOutcome } from './lockout/loginEvents.ts';

export interface LoginEvent {
  id: number;
  at: Date;
  outcome: LoginOutcome;
  method: LoginMethod;
  ip: string;
  userAgent: string;
}

/**
 * A user's sign-ins and failed attempts at or before a time, newest first, with one more than
 * requested if there are more.
 */
export async function readLoginPage(
  ctx: Context,
  userId: string,
  page: { size: number; from: string | null; skip: number },
): Promise<{ events: LoginEvent[]; total: number }> {
  const { rows } = await sql<LoginEvent & { total: number }>`
    select id, at, outcome, method, ip, user_agent as "userAgent",
      (select count(*)::int from login_event where user_id = ${userId}) as total
    from login_event
    where user_id = ${userId} and (${page.from}::timestamptz is null or date_trunc('milliseconds', at) <= ${page.from}::timestamptz)
    order by date_trunc('milliseconds', at) desc, id desc limit ${page.size + 1} offset ${page.skip}`.execute(
    ctx.db,
  );
  return { events: rows, total: rows[0]?.total ?? 0 };
}
