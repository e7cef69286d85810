import { routes } from '../../../../server/platform/http/routes.ts';
import { allocationEndpoints } from '../contract.ts';
import {
  getTaxAuthorityConnection,
  removeAuthority,
  saveAuthority,
  testAuthority,
} from './connection/connect.ts';
import { present } from './present.ts';
import { decide, retryAllocation, setAllocationRate } from './requests/decide.ts';
import { findAllocation } from './store.ts';

export const allocationRoutes = routes(allocationEndpoints, {
  getTaxAuthority: (ctx, { params }) => getTaxAuthorityConnection(ctx, params.companyId),
  saveTaxAuthority: (ctx, { params, body }) => saveAuthority(ctx, params.companyId, body),
  deleteTaxAuthority: (ctx, { params }) => removeAuthority(ctx, params.companyId),
  tryTaxAuthority: (ctx, { params }) => testAuthority(ctx, params.companyId),
  getAllocation: async (ctx, { params }) => present(ctx, await findAllocation(ctx, params)),
  decideAllocation: async (ctx, { params, body }) =>
    present(ctx, await decide(ctx, params, body.decision)),
  tryAllocation: async (ctx, { params }) => present(ctx, await retryAllocation(ctx, params)),
  setAllocationRate: async (ctx, { params, body }) =>
    present(ctx, await setAllocationRate(ctx, params, body)),
});
