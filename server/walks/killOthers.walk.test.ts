import { taskTypes } from '../portal.ts';
import { testKilledTasks } from './testing/killWalk.ts';

/**
 * The images of the catalogue need an engine of real servers: they have a walk of their own,
 * `killImages.walk.test.ts`.
 */
testKilledTasks(
  'firewalls, images of one’s own, commands inside servers, packages and accounts',
  taskTypes.filter(({ type }) => !/^(server|backup)\.|^image\.(fetch|build|remove)$/.test(type)),
);
