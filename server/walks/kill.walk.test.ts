import { taskTypes } from '../portal.ts';
import { isOfParts, testKilledTasks } from './testing/killWalk.ts';

testKilledTasks(
  'servers and backups',
  taskTypes.filter(({ type }) => /^(server|backup)\./.test(type) && !isOfParts(type)),
);
