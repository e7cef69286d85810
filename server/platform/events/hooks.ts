import type { Context } from '../context.ts';
import { defineHook } from '../hooks.ts';

/** The sites whose customers' billing the caller administers, as IDs. */
export const billedSites =
  defineHook<(ctx: Pick<Context, 'db' | 'actor'>) => Promise<string[]>>('events.billedSites');
