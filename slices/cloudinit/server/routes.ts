import { routes } from '../../../server/platform/http/routes.ts';
import { cloudInitEndpoints } from '../contract.ts';
import {
  changePolicy,
  composedOf,
  createPolicy,
  listPolicies,
  offeredPolicies,
  policyParts,
  readPolicy,
  removePolicy,
  setContent,
} from './store.ts';

const done = { done: true } as const;

export const cloudInitRoutes = routes(cloudInitEndpoints, {
  listPolicies: (ctx, { query }) => listPolicies(ctx, query),
  offeredPolicies: (ctx) => offeredPolicies(ctx),
  composeUserData: async (ctx, { body }) => composedOf(ctx, await policyParts(ctx, body.policies), body.userData ?? null),
  createPolicy: async (ctx, { body }) => ({ id: await createPolicy(ctx, body) }),
  getPolicy: (ctx, { params }) => readPolicy(ctx, params.policyId),
  changePolicy: async (ctx, { params, body }) => {
    await changePolicy(ctx, params.policyId, body);
    return done;
  },
  setPolicyFiles: async (ctx, { params, body }) => {
    await setContent(ctx, params.policyId, body);
    return done;
  },
  setPolicyConfigurations: async (ctx, { params, body }) => {
    await setContent(ctx, params.policyId, body);
    return done;
  },
  setPolicyServices: async (ctx, { params, body }) => {
    await setContent(ctx, params.policyId, body);
    return done;
  },
  removePolicy: async (ctx, { params }) => {
    await removePolicy(ctx, params.policyId);
    return done;
  },
});
