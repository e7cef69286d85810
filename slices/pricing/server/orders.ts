import { asPortal } from '../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../server/platform/context.ts';
import type { EstimatedItem } from './estimate.ts';

/** Something that is going to cost its owner more: a new server, one out of the bin, a larger one, a card, a traffic package. */
export interface Order {
  ownerId: string;
  siteId: string;
  /** What is made dearer; left out for what is there only afterwards. */
  name?: string;
  /** Of the server. */
  tags: readonly string[];
  /** What there is without the order and with it, of one of them; null where only time shows how much it is, such as the size of an image. */
  items: { before: readonly EstimatedItem[]; after: readonly EstimatedItem[] } | null;
  /** So many alike; left out: one. */
  times?: number;
  /**
   * `taken`: out of the bin or over from another account, with what was bought for it. `goesOn`: neither new nor dearer in a month, but it
   * costs from now on what it did before, or is paid ahead from now on: what only bounds a month has nothing against it.
   */
  kind?: 'taken' | 'goesOn';
  /** The servers whose tasks bring it about later: it is on no bill before that. */
  serverIds?: readonly string[];
}

type OrderContext = Pick<Context, 'db' | 'clock' | 'language' | 'actor'>;

/** Throws when the owner may order nothing more, or not this. */
export type OrderGuard = (ctx: OrderContext, order: Order) => Promise<void>;

interface Guarding {
  guard: OrderGuard;
  ofWhatGoesOn: boolean;
}
const guards: Guarding[] = [];

/**
 * Declares who is asked before something is ordered: nouns that watch over money cannot be known to what is ordered. With `ofWhatGoesOn`
 * also of what is neither new nor dearer in a month, such as turning on what is free while off.
 */
export function guardOrders(guard: OrderGuard, { ofWhatGoesOn = false } = {}): void {
  if (!guards.some((known) => known.guard === guard)) guards.push({ guard, ofWhatGoesOn });
}

/** Asked in the transaction of the order. */
export async function askBeforeOrder(ctx: OrderContext, order: Order): Promise<void> {
  const inner = asPortal(ctx, 'a sub-account orders on the account that pays for it, whose budgets and balance it does not see');
  for (const { guard, ofWhatGoesOn } of guards) if (ofWhatGoesOn || order.kind !== 'goesOn') await guard(inner, order);
}
