export { collectDebt, findCollection, retryProblem } from './collect.ts';
export { disputeStates, openDisputes } from './disputes/openDisputes.ts';
