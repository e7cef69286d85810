import type { Context, Services } from '../../../../server/platform/context.ts';
import { defineHook } from '../../../../server/platform/hooks.ts';

/** A slice's part of the sandbox for test keys. Repeating it changes nothing. */
export interface SandboxPart {
  /** Runs in the transaction that creates the sandbox. */
  create?(ctx: Pick<Context, 'db'>): Promise<void>;
  /** Runs once the sandbox exists. */
  complete?(services: Services): Promise<void>;
}

export const sandboxParts = defineHook<SandboxPart>('keys.sandboxParts');
