export { changeServerOwner } from './changeOwner.ts';
export { setBilling as setServerBilling } from './commands/configure.ts';
export {
  lockForAction as lockServerForUpdate,
  startServerTask as beginServerTask,
} from './commands/lockForAction.ts';
export { changePower, lockToStart } from './commands/power.ts';
export { takeSnapshot } from './commands/snapshots.ts';
export { checkSnapshotCost as askBeforeTakingServer } from './costs/costChecks.ts';
export {
  type Addition,
  extendServerCreate,
  type PlannedAddition,
} from './create/additions.ts';
export { createServers } from './create/create.ts';
export { estimateMonth, previewNewServer } from './create/price.ts';
export {
  callEngine as askingEngine,
  commandEngine,
  engineFacts,
} from './engine/engine.ts';
export { visibleServersWithTag } from './history/taggedServers.ts';
export { engineGuests, type OnServerChange, serverChanged, serverCosts } from './hooks.ts';
export { consoleDenialReason, permissionDenialReasonOn } from './read/consoleDenialReason.ts';
export { listedUnavailableReason } from './read/obstacleSentence.ts';
export { actionFactsOf, listServers, viewerOf } from './read/present.ts';
export { serverRoutes } from './routes.ts';
export { unavailableReason as reasonAgainstServer } from './rules/actions.ts';
export type { Server } from './rules/facts.ts';
export { copyName } from './rules/names.ts';
export { isAlreadyInState as isPowerAlready } from './rules/power.ts';
export {
  type OwnedServer,
  ownServersWithTag,
  serversById,
  serversOfOwners,
  type WatchedServer,
  watchedServers,
} from './serversByOwner.ts';
export {
  findServer,
  findUsableServer,
  lockServer,
  namesOf as serverNamesOf,
  readDisks as disksOfServer,
  readServer,
  serverNames,
  type VisibleServer,
} from './store/find.ts';
export { openTasks as openServerTasks, resourceOf as serverResource } from './store/openTasks.ts';
export { itemsOf as serverItems, partsOf as serverParts } from './store/write.ts';
export {
  explainEngine,
  recordEngineState as recordServerLeft,
  recordPowerState as recordServerSeen,
} from './tasks/serverTask.ts';
