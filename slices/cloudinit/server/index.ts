export { multipartOf } from './compose.ts';
export { type FirstStartPlan, planFirstStart } from './firstStart.ts';
export { pathProblem } from './paths.ts';
