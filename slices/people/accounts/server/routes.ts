import { routes } from '../../../../server/platform/http/routes.ts';
import { accountEndpoints } from '../contract.ts';
import { listBatches, readBatch, undoBatch } from './batch/read.ts';
import { startBatch, terminateBatch } from './batch/start.ts';
import { updateAccountEmail } from './changeEmail.ts';
import { migrateServices } from './migrate.ts';

export const accountRoutes = routes(accountEndpoints, {
  suspendAccounts: (ctx, { body }) => startBatch(ctx, 'suspend', body),
  resumeAccounts: (ctx, { body }) => startBatch(ctx, 'resume', body),
  terminateAccounts: (ctx, { body }) => terminateBatch(ctx, body),
  forceDepositAccounts: (ctx, { body }) => startBatch(ctx, 'forceDeposit', body),
  listAccountBatches: (ctx, { query }) => listBatches(ctx, query.kind),
  getAccountBatch: (ctx, { params }) => readBatch(ctx, params.batchId),
  undoAccountBatch: (ctx, { params }) => undoBatch(ctx, params.batchId),
  migrateServices: (ctx, { body }) => migrateServices(ctx, body),
  updateAccountEmail: (ctx, { body }) => updateAccountEmail(ctx, body),
});
