import { taskTypes } from '../portal.ts';
import { isServerPartTask, testKilledTasks } from './testing/killWalk.ts';

testKilledTasks(
  'servers and backups',
  taskTypes.filter(({ type }) => /^(server|backup)\./.test(type) && !isServerPartTask(type)),
);
