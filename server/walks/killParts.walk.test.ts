import { taskTypes } from '../portal.ts';
import { isOfParts, testKilledTasks } from './testing/killWalk.ts';

testKilledTasks(
  'disks, cards and snapshots',
  taskTypes.filter(({ type }) => isOfParts(type)),
);
