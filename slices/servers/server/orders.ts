import type { Context } from '../../../server/platform/context.ts';

/** Something that is going to cost its owner more: a new server, one out of the bin, a larger one. */
export interface Order {
  ownerId: string;
  /** Of the server. */
  tags: readonly string[];
}

/** Throws when the owner may order nothing more. */
export type OrderGuard = (ctx: Pick<Context, 'db' | 'clock'>, order: Order) => Promise<void>;

const guards: OrderGuard[] = [];

/** Declares who is asked before something is ordered: nouns that watch over money cannot be known to servers. */
export function guardOrders(guard: OrderGuard): void {
  if (!guards.includes(guard)) guards.push(guard);
}

/** Asked in the transaction of the order. */
export async function askBeforeOrder(ctx: Pick<Context, 'db' | 'clock'>, order: Order): Promise<void> {
  for (const guard of guards) await guard(ctx, order);
}
