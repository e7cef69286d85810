export { type QueuedServicelet, queueServicelet, runObstacle } from './commands.ts';
export { cancelServiceletRun, runServicelet } from './run.ts';
export { readServicelet } from './store.ts';
export { requireDone } from './task.ts';
