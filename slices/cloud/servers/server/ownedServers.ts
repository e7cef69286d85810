import type { BudgetedServers } from '../../../money/budgets/server/index.ts';
import type { OwnedServers } from '../../../people/users/server/index.ts';
import { changeServerOwner } from './changeOwner.ts';
import { changePower } from './commands/power.ts';
import { restore, terminate } from './commands/trash.ts';
import { pendingServers } from './costs/costChecks.ts';
import { taggedServers } from './history/taggedServers.ts';
import { ownServersWithTag, serversById, serversOfOwners } from './serversByOwner.ts';

/** Actions on the servers of an account, as part of actions on the account. */
export const serversOfAccounts: OwnedServers = {
  ofOwners: serversOfOwners,
  byId: serversById,
  turnOff: (ctx, id) => changePower(ctx, id, { state: 'off' }),
  turnOnAgain: (ctx, id) => changePower(ctx, id, { state: 'on' }, { resumes: true }),
  terminate,
  restore,
  changeOwner: changeServerOwner,
};

export const serversOfBudgets: BudgetedServers = {
  tagged: taggedServers,
  coming: pendingServers,
  withTag: ownServersWithTag,
  turnOff: (ctx, id) => changePower(ctx, id, { state: 'off' }),
};
