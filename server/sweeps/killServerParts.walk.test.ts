import { taskTypes } from '../portal.ts';
import { isServerPartTask, testKilledTasks } from './testing/killWalk.ts';

testKilledTasks(
  'disks, cards and snapshots',
  taskTypes.filter(({ type }) => isServerPartTask(type)),
);
