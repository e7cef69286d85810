import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Context } from '../context.ts';

/** A slice's rule for all calls, checked after the platform's own. Throws a user error. */
export type CallCheck = (ctx: Context, operation: string, endpoint: Endpoint) => Promise<void>;
