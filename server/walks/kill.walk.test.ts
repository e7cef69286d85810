import { allTaskTypes } from '../slices.ts';
import { isOfParts, walkKilled } from './testing/killWalk.ts';

walkKilled(
  'servers and backups',
  allTaskTypes.filter(({ type }) => /^(server|backup)\./.test(type) && !isOfParts(type)),
);
