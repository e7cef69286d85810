export { serviceletChores } from './chores.ts';
export { type QueuedServicelet, queueServicelet, runObstacle } from './commands.ts';
export { serviceletRoutes } from './routes.ts';
export { callOff, carryOut } from './run.ts';
export { type End, type HandedValues, readServicelet } from './store.ts';
export { demandDone, serviceletTasks } from './task.ts';
