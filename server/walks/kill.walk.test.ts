import { taskTypes } from '../portal.ts';
import { isOfParts, walkKilled } from './testing/killWalk.ts';

walkKilled(
  'servers and backups',
  taskTypes.filter(({ type }) => /^(server|backup)\./.test(type) && !isOfParts(type)),
);
