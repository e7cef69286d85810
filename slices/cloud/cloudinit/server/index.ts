export { multipartOf } from './compose.ts';
export { planFirstStart } from './firstBoot.ts';
export { pathProblem } from './paths.ts';
