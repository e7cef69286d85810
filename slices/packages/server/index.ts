import { addToServers } from '../../servers/server/index.ts';
import { packageAddition } from './addition.ts';

export { packageChores } from './chores.ts';
export { packageMenu } from './menu.ts';
export { packageRoutes } from './routes.ts';
export { packageTasks } from './work.ts';

addToServers(packageAddition);
