import type { Services } from './context.ts';

/**
 * An extension point for other slices, declared by the slice that owns the event: a change to react
 * to, an order to refuse, or a part to contribute. `T` is the type of each contribution.
 */
export interface Hook<T> {
  /** Noun and event: `servers.changed`. */
  readonly name: string;
  /** Only determines the type of the contributions. */
  readonly contribution?: T;
}

/** A slice's contribution to a hook, listed under `hooks` of its declaration. */
export interface HookContribution {
  readonly hook: Hook<unknown>;
  readonly contribution: unknown;
}

export const defineHook = <T>(name: string): Hook<T> => ({ name });

/** Adds a contribution to a hook: `hooks: [on(serverChanged, async (ctx, serverId) => …)]`. */
export const on = <T>(hook: Hook<T>, contribution: T): HookContribution => ({ hook, contribution });

/** The contributions to the hook, in the order of the slices. */
export const hookContributions = <T>(
  ctx: { services: Pick<Services, 'slices'> },
  hook: Hook<T>,
): readonly T[] => (ctx.services.slices.hooked.get(hook.name) ?? []) as readonly T[];

/**
 * The contribution to a hook that needs exactly one. Throws if there are none or several, because
 * the list of slices is then misconfigured.
 */
export function singleContribution<T>(
  ctx: { services: Pick<Services, 'slices'> },
  hook: Hook<T>,
): T {
  const all = hookContributions(ctx, hook);
  if (all.length !== 1)
    throw new Error(`${all.length} slices give ${hook.name}, which needs exactly one.`);
  return all[0] as T;
}
