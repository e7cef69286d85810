export { multipartOf } from './compose.ts';
export { type FirstStartPlan, planFirstStart } from './firstStart.ts';
export { cloudInitMenu } from './menu.ts';
export { pathProblem } from './paths.ts';
export { cloudInitRoutes } from './routes.ts';
