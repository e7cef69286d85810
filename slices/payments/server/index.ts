export { collectDebt, collectionUnder, retryProblem } from './collect.ts';
export { countOpenDisputes } from './disputeList.ts';
export { disputeStates, openDisputes } from './openDisputes.ts';
