import type { Database } from '../database/database.ts';
import { announce } from '../events/hub.ts';
import type { TaskState } from './task.ts';

/** The data that a screen needs to find the task and update its progress. */
export interface TaskChange {
  id: number;
  site_id: string;
  owner_id: string;
  target_type: string;
  target_id: string;
  state: TaskState;
  progress: number;
}

/** Notifies the browsers that show this task, after the transaction has committed. */
export async function announceTask(
  db: Database,
  task: TaskChange,
  more: { isCancelRequested?: true } = {},
): Promise<void> {
  await announce(db, {
    topic: 'task',
    id: String(task.id),
    siteId: task.site_id,
    ownerId: task.owner_id,
    data: {
      state: task.state,
      progress: task.progress,
      targetType: task.target_type,
      targetId: task.target_id,
      ...more,
    },
  });
}
