export { hashPassword } from '../../credentials/server/index.ts';
export type { Exchange } from './signIn/exchange.ts';
export { finishFirstStep } from './signIn/firstStep.ts';
export { ensureRootUser, type FirstAccess, makeRootUser } from './signUp/rootUser.ts';
