import type { Context } from '../../../../server/platform/context.ts';
import { calculate, type PayerBalance } from './calculate.ts';

/** No warnings when the balance lasts at least this long. */
export const sufficientDays = 3;

/** 0: sufficient. 1: lasts less than three days at the current rate. 2: used up. */
export type Level = 0 | 1 | 2;

export type LeveledStanding = PayerBalance & { level: Level };

/**
 * The remaining balance of these payers and how long it lasts, calculated both up to now and as a
 * forecast.
 */
export async function levelsOf(
  ctx: Pick<Context, 'db' | 'clock'>,
  payerIds: readonly string[],
): Promise<LeveledStanding[]> {
  const now = await calculate(ctx, payerIds);
  const forecast = await calculate(ctx, payerIds, {
    until: new Date(ctx.clock.now().getTime() + sufficientDays * 86_400_000),
  });
  const level = ({ payerId, sign }: PayerBalance): Level => {
    if (sign <= 0) return 2;
    return forecast.some((one) => one.payerId === payerId && one.sign < 0) ? 1 : 0;
  };
  return now.map((payerBalance) => ({ ...payerBalance, level: level(payerBalance) }));
}
