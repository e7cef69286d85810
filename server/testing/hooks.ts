import type { Services } from '../platform/context.ts';
import { type Hook, hookContributions } from '../platform/hooks.ts';

/** Replaces all contributions to the hook in the portal of a test. */
export function setHook<T>(
  { services }: { services: Services },
  hook: Hook<T>,
  contributions: readonly T[],
): void {
  const all = services.slices.hooked as Map<string, readonly unknown[]>;
  all.set(hook.name, contributions);
}

/** Adds a contribution to the hook in the portal of a test. */
export const addToHook = <T>(
  portal: { services: Services },
  hook: Hook<T>,
  contribution: T,
): void => setHook(portal, hook, [...hookContributions(portal, hook), contribution]);
