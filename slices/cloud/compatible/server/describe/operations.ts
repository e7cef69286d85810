import type * as z from 'zod';
import type { Endpoint } from '../../../../../contract/endpoint.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { performOperations } from '../../../../../server/platform/http/perform.ts';
import type { BoundRoute } from '../../../../../server/platform/http/routes.ts';
import type { pricingEndpoints } from '../../../../money/pricing/contract.ts';
import { pricingRoutes } from '../../../../money/pricing/server/index.ts';
import type { queueEndpoints } from '../../../../operations/queue/contract.ts';
import { queueRoutes } from '../../../../operations/queue/server/index.ts';
import type { datacenterEndpoints } from '../../../datacenters/contract.ts';
import { datacenterRoutes } from '../../../datacenters/server/index.ts';
import type { imageEndpoints } from '../../../images/contract.ts';
import { imageRoutes } from '../../../images/server/index.ts';
import type { networkEndpoints } from '../../../networks/contract.ts';
import { networkRoutes } from '../../../networks/server/index.ts';
import type { serverEndpoints } from '../../../servers/contract.ts';
import { serverRoutes } from '../../../servers/server/index.ts';
import type { statisticsEndpoints } from '../../../statistics/contract.ts';
import { statisticsRoutes } from '../../../statistics/server/index.ts';

type Operations = typeof serverEndpoints &
  typeof networkEndpoints &
  typeof imageEndpoints &
  typeof datacenterEndpoints &
  typeof pricingEndpoints &
  typeof queueEndpoints &
  typeof statisticsEndpoints;

const routes = new Map<string, BoundRoute>(
  [
    ...serverRoutes,
    ...networkRoutes,
    ...imageRoutes,
    ...datacenterRoutes,
    ...pricingRoutes,
    ...queueRoutes,
    ...statisticsRoutes,
  ].map((route) => [route.operation, route]),
);

type InputOf<E extends Endpoint> = {
  [P in 'params' | 'query' | 'body' as E[P] extends z.ZodType ? P : never]: E[P] extends z.ZodType
    ? z.input<E[P]>
    : never;
};
type Answer<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : never;

/**
 * Runs one of the portal's operations by name, with its own rules, permissions and activity log
 * entry.
 */
export type Portal = <K extends keyof Operations>(
  operation: K,
  input: InputOf<Operations[K]>,
) => Promise<Answer<Operations[K]>>;

/** The context of a handler: the caller, and the portal's operations on the caller's behalf. */
export interface Call {
  ctx: SignedInContext;
  portal: Portal;
}

/** Runs read operations, each independently. */
export const readOnly = <T>(ctx: SignedInContext, work: (call: Call) => Promise<T>): Promise<T> =>
  inCall(ctx, false, work);

/** Runs changing operations, all in one transaction. */
export const withChanges = <T>(
  ctx: SignedInContext,
  work: (call: Call) => Promise<T>,
): Promise<T> => inCall(ctx, true, work);

const inCall = <T>(
  ctx: SignedInContext,
  changes: boolean,
  work: (call: Call) => Promise<T>,
): Promise<T> =>
  performOperations(ctx, changes, (inner, perform) =>
    work({
      ctx: inner as SignedInContext,
      portal: (async (operation: string, input: object) =>
        await perform(routeOf(operation), input)) as unknown as Portal,
    }),
  );

function routeOf(operation: string): BoundRoute {
  const route = routes.get(operation);
  if (!route) throw new Error(`There is no operation ${operation}.`);
  return route;
}
