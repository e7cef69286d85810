import { routes } from '../../../../server/platform/http/routes.ts';
import { cloudInitEndpoints } from '../contract.ts';
import {
  buildUserData,
  createPolicy,
  deletePolicy,
  getPolicyDocuments,
  listPolicies,
  offeredPolicies,
  readPolicy,
  setContent,
  updatePolicy,
} from './store.ts';

export const cloudInitRoutes = routes(cloudInitEndpoints, {
  listPolicies: (ctx, { query }) => listPolicies(ctx, query),
  offeredPolicies: (ctx) => offeredPolicies(ctx),
  composeUserData: async (ctx, { body }) =>
    buildUserData(ctx, await getPolicyDocuments(ctx, body.policies), body.userData ?? null),
  createPolicy: async (ctx, { body }) => ({ id: await createPolicy(ctx, body) }),
  getPolicy: (ctx, { params }) => readPolicy(ctx, params.policyId),
  updatePolicy: (ctx, { params, body }) => updatePolicy(ctx, params.policyId, body),
  setPolicyFiles: (ctx, { params, body }) => setContent(ctx, params.policyId, body),
  setPolicyConfigurations: (ctx, { params, body }) => setContent(ctx, params.policyId, body),
  setPolicyServices: (ctx, { params, body }) => setContent(ctx, params.policyId, body),
  deletePolicy: (ctx, { params }) => deletePolicy(ctx, params.policyId),
});
