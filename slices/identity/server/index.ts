export { hashPassword } from '../../credentials/server/index.ts';
export type { Exchange } from './exchange.ts';
export { finishFirstStep } from './firstStep.ts';
export { ensureRootUser, type FirstAccess, makeRootUser } from './rootUser.ts';
