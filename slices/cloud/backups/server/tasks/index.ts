import type { AnyTaskType } from '../../../../../server/platform/tasks/task.ts';
import { createBackupTask } from './create.ts';
import { removeBackupTask } from './remove.ts';
import { restoreBackupTask } from './restore.ts';
import { testBackupTask } from './testBackup.ts';

export const backupTasks = [
  createBackupTask,
  restoreBackupTask,
  testBackupTask,
  removeBackupTask,
] as unknown as readonly AnyTaskType[];
