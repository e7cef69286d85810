/**
 * Where the parts of a budget bar end, in percent. The full width is the budget, or the cost if
 * it's higher.
 */
export function barOf({ spent, forecast }: { spent: string; forecast: string }, amount: string) {
  const [used, ahead, all] = [Number(spent), Number(forecast), Number(amount)];
  const scaleMax = Math.max(all, used, ahead);
  const percent = (value: number) => Math.min(100, (value / scaleMax) * 100);
  return { spent: percent(used), forecast: percent(ahead), amount: percent(all) };
}
