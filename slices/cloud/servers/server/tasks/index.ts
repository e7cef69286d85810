import type { AnyTaskType } from '../../../../../server/platform/tasks/task.ts';
import { cdTask } from './cd.ts';
import { addDiskTask, growDiskTask, removeDiskTask, resizeTask } from './configure.ts';
import { createTask } from './create.ts';
import { addNicTask, connectNicTask, moveNicTask, removeNicTask } from './nics.ts';
import { passwordTask } from './password.ts';
import { powerTasks } from './power.ts';
import { createSnapshotTask, deleteSnapshotTask, revertSnapshotTask } from './snapshots.ts';
import { purgeTask, restoreTask, terminateTask } from './trash.ts';

export const serverTasks = [
  createTask,
  powerTasks.start,
  powerTasks.stop,
  powerTasks.reboot,
  powerTasks.suspend,
  powerTasks.resume,
  resizeTask,
  addDiskTask,
  growDiskTask,
  removeDiskTask,
  addNicTask,
  connectNicTask,
  removeNicTask,
  moveNicTask,
  passwordTask,
  cdTask,
  createSnapshotTask,
  revertSnapshotTask,
  deleteSnapshotTask,
  terminateTask,
  restoreTask,
  purgeTask,
] as unknown as readonly AnyTaskType[];
