export { type QueuedServicelet, queueServicelet, runObstacle } from './commands.ts';
export { callOff, carryOut } from './run.ts';
export { readServicelet } from './store.ts';
export { requireDone } from './task.ts';
