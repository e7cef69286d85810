export { multipartOf } from './compose.ts';
export { planFirstStart } from './firstStart.ts';
export { pathProblem } from './paths.ts';
