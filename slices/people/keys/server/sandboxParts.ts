import type { Context, Services } from '../../../../server/platform/context.ts';
import { defineHook } from '../../../../server/platform/hooks.ts';

/** A slice's part of the sandbox for test keys. Repeating it changes nothing. */
export interface SandboxPart {
  /** In the transaction that creates the sandbox. */
  create?(ctx: Pick<Context, 'db'>): Promise<void>;
  /** Once the sandbox exists. */
  complete?(services: Services): Promise<void>;
}

export const sandboxParts = defineHook<SandboxPart>('keys.sandboxParts');
