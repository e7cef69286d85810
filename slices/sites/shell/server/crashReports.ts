import { UserError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';

const perMinute = 10;
const windowMs = 60_000;
const recent = new Map<string, { since: number; count: number }>();

/** Limits reports per minute and address, because a broken screen can report in a loop. */
function limit(ctx: Context): void {
  const now = ctx.clock.now().getTime();
  for (const [ip, entry] of recent) if (now - entry.since > windowMs) recent.delete(ip);
  const entry = recent.get(ctx.ip) ?? { since: now, count: 0 };
  entry.count += 1;
  recent.set(ctx.ip, entry);
  if (entry.count <= perMinute) return;
  const seconds = Math.max(1, Math.ceil((entry.since + windowMs - now) / 1000));
  throw new UserError([{ name: 'slowDown', values: { seconds } }], seconds);
}

/**
 * Stores reports of signed-in users. Anonymous reports go only to the log, so that they can't fill
 * the table.
 */
export async function storeCrashReport(
  ctx: Context,
  report: { message: string; stack?: string | undefined; page?: string | undefined },
  userAgent: string,
): Promise<void> {
  limit(ctx);
  if (!ctx.actor) {
    ctx.log.warn(
      { crash: report.message.slice(0, 300), page: report.page },
      'A screen crashed before sign-in',
    );
    return;
  }
  await ctx.db
    .insertInto('crash_report')
    .values({
      site_id: ctx.site.id,
      user_id: ctx.actor.userId,
      message: report.message,
      stack: report.stack ?? '',
      page: report.page ?? '',
      user_agent: userAgent.slice(0, 400),
    })
    .execute();
}
