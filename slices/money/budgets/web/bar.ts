/** Where the parts of a bar end, in percent of it: all of it is the budget, or what is more. */
export function barOf({ spent, forecast }: { spent: string; forecast: string }, amount: string) {
  const [used, ahead, all] = [Number(spent), Number(forecast), Number(amount)];
  const whole = Math.max(all, used, ahead);
  const percent = (part: number) => Math.min(100, (part / whole) * 100);
  return { spent: percent(used), forecast: percent(ahead), amount: percent(all) };
}
