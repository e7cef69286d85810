import { asPortal } from '../../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { defineHook, hookContributions } from '../../../../../server/platform/hooks.ts';
import type { EstimatedItem } from './estimate.ts';

/**
 * An action that raises the owner's cost: a new server, a restore from the Trash, a larger size, a
 * network interface, a traffic package.
 */
export interface Order {
  ownerId: string;
  siteId: string;
  /** The resource whose cost rises. Omitted if it doesn't exist yet. */
  name?: string;
  /** The server's tags. */
  tags: readonly string[];
  /**
   * The items of one resource before and after the order. Null if the quantity is known only later,
   * such as the size of an image.
   */
  items: { before: readonly EstimatedItem[]; after: readonly EstimatedItem[] } | null;
  /** The number of identical resources. Omitted: one. */
  times?: number;
  /**
   * `taken`: restored from the Trash or transferred from another account, including its purchases.
   * `goesOn`: not new and no more expensive per month, but charged again at its former cost or
   * prepaid from now on, so monthly limits don't apply.
   */
  kind?: 'taken' | 'goesOn';
  /** Servers whose tasks apply the change later. Nothing is charged until then. */
  serverIds?: readonly string[];
}

type OrderContext = Pick<Context, 'db' | 'clock' | 'language' | 'actor' | 'services'>;

/** Throws if the owner can't order anything, or can't order this. */
export type OrderGuard = (ctx: OrderContext, order: Order) => Promise<void>;

/** A spending limit. The ordering code doesn't know which slices define one. */
export const authorizeOrder = defineHook<{
  guard: OrderGuard;
  /**
   * Also called for changes that are neither new nor more expensive per month, such as turning on
   * items that are free while off.
   */
  ofWhatGoesOn?: true;
}>('pricing.authorizeOrder');

/** Called in the order's transaction. */
export async function checkOrder(ctx: OrderContext, order: Order): Promise<void> {
  const inner = asPortal(
    ctx,
    'a sub-account orders on the account that pays for it, whose budgets and balance it does not see',
  );
  for (const { guard, ofWhatGoesOn } of hookContributions(ctx, authorizeOrder))
    if (ofWhatGoesOn || order.kind !== 'goesOn') await guard(inner, order);
}
