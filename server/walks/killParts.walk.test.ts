import { allTaskTypes } from '../slices.ts';
import { isOfParts, walkKilled } from './testing/killWalk.ts';

walkKilled(
  'disks, cards and snapshots',
  allTaskTypes.filter(({ type }) => isOfParts(type)),
);
