import { taskTypes } from '../portal.ts';
import { isOfParts, walkKilled } from './testing/killWalk.ts';

walkKilled(
  'disks, cards and snapshots',
  taskTypes.filter(({ type }) => isOfParts(type)),
);
