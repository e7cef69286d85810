export { collectDebt, collectionUnder, retryProblem } from './collect.ts';
export { countOpenDisputes } from './disputes/disputeList.ts';
export { disputeStates, openDisputes } from './disputes/openDisputes.ts';
