import { routes } from '../../../server/platform/http/routes.ts';
import { cloudInitEndpoints } from '../contract.ts';
import {
  composedOf,
  createPolicy,
  deletePolicy,
  listPolicies,
  offeredPolicies,
  policyParts,
  readPolicy,
  setContent,
  updatePolicy,
} from './store.ts';

const done = { done: true } as const;

export const cloudInitRoutes = routes(cloudInitEndpoints, {
  listPolicies: (ctx, { query }) => listPolicies(ctx, query),
  offeredPolicies: (ctx) => offeredPolicies(ctx),
  composeUserData: async (ctx, { body }) =>
    composedOf(ctx, await policyParts(ctx, body.policies), body.userData ?? null),
  createPolicy: async (ctx, { body }) => ({ id: await createPolicy(ctx, body) }),
  getPolicy: (ctx, { params }) => readPolicy(ctx, params.policyId),
  updatePolicy: async (ctx, { params, body }) => {
    await updatePolicy(ctx, params.policyId, body);
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
  deletePolicy: async (ctx, { params }) => {
    await deletePolicy(ctx, params.policyId);
    return done;
  },
});
