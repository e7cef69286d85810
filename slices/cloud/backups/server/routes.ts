import { routes } from '../../../../server/platform/http/routes.ts';
import { backupEndpoints } from '../contract.ts';
import { createBackup, deleteBackup, listBackups, restoreBackup, testBackup } from './backups.ts';
import { copyBackup, previewRestoredServer } from './copy.ts';
import { previewRemoval } from './metering.ts';
import { getServerBackup, switchServerBackup } from './serverBackup.ts';

export const backupRoutes = routes(backupEndpoints, {
  listBackups: (ctx, { query }) => listBackups(ctx, query),
  getServerBackup: (ctx, { params }) => getServerBackup(ctx, params.serverId),
  switchServerBackup: async (ctx, { params, body }) => {
    await switchServerBackup(ctx, params.serverId, body);
    return { done: true } as const;
  },
  createBackup: (ctx, { params }) => createBackup(ctx, params.serverId),
  restoreBackup: (ctx, { params }) => restoreBackup(ctx, params.backupId),
  copyBackup: (ctx, { params, body }) => copyBackup(ctx, params.backupId, body),
  previewBackupCopy: (ctx, { params }) => previewRestoredServer(ctx, params.backupId),
  testBackup: (ctx, { params }) => testBackup(ctx, params.backupId),
  previewBackupRemoval: (ctx, { params }) => previewRemoval(ctx, params.backupId),
  deleteBackup: (ctx, { params }) => deleteBackup(ctx, params.backupId),
});
