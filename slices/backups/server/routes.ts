import { routes } from '../../../server/platform/http/routes.ts';
import { backupEndpoints } from '../contract.ts';
import { createBackup, listBackups, removeBackup, restoreBackup, testBackup } from './backups.ts';
import { copyBackup, previewCopy } from './copy.ts';
import { previewRemoval } from './metering.ts';
import { readServerBackup, switchServerBackup } from './serverBackup.ts';

export const backupRoutes = routes(backupEndpoints, {
  listBackups: (ctx, { query }) => listBackups(ctx, query),
  readServerBackup: (ctx, { params }) => readServerBackup(ctx, params.serverId),
  switchServerBackup: async (ctx, { params, body }) => {
    await switchServerBackup(ctx, params.serverId, body);
    return { done: true } as const;
  },
  createBackup: (ctx, { params }) => createBackup(ctx, params.serverId),
  restoreBackup: (ctx, { params }) => restoreBackup(ctx, params.backupId),
  copyBackup: (ctx, { params, body }) => copyBackup(ctx, params.backupId, body),
  previewBackupCopy: (ctx, { params }) => previewCopy(ctx, params.backupId),
  testBackup: (ctx, { params }) => testBackup(ctx, params.backupId),
  previewBackupRemoval: (ctx, { params }) => previewRemoval(ctx, params.backupId),
  removeBackup: (ctx, { params }) => removeBackup(ctx, params.backupId),
});
