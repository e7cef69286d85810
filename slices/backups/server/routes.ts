import { routes } from '../../../server/platform/http/routes.ts';
import { backupEndpoints } from '../contract.ts';
import { copyBackup, createBackup, listBackups, removeBackup, restoreBackup, testBackup } from './backups.ts';
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
  testBackup: (ctx, { params }) => testBackup(ctx, params.backupId),
  previewBackupRemoval: (ctx, { params }) => previewRemoval(ctx, params.backupId),
  removeBackup: (ctx, { params }) => removeBackup(ctx, params.backupId),
});
