import { taskTypes } from '../portal.ts';
import { testKilledTasks } from './testing/killWalk.ts';

/**
 * Catalog images need an engine of real servers, so they have a separate test,
 * `killImages.walk.test.ts`.
 */
testKilledTasks(
  'firewalls, images of one’s own, commands inside servers, packages and accounts',
  taskTypes.filter(({ type }) => !/^(server|backup)\.|^image\.(fetch|build|remove)$/.test(type)),
);
