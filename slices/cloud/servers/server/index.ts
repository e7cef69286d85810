export { changeServerOwner } from './changeOwner.ts';
export {
  hold as lockServerForUpdate,
  startServerTask as beginServerTask,
} from './commands/begin.ts';
export { setBilling as setServerBilling } from './commands/configure.ts';
export { changePower, lockToStart } from './commands/power.ts';
export { takeSnapshot } from './commands/snapshots.ts';
export { checkSnapshotCost as askBeforeTakingServer } from './costs/orders.ts';
export {
  type Addition,
  extendServerCreate,
  type PlannedAddition,
} from './create/additions.ts';
export { createServers } from './create/create.ts';
export { estimateFor, previewNewServer } from './create/price.ts';
export {
  callEngine as askingEngine,
  commandEngine,
  engineFacts,
} from './engine/engine.ts';
export { seenWithTag } from './history/seen.ts';
export {
  type OwnedServer,
  ownServersWithTag,
  serversById,
  serversOfOwners,
  type WatchedServer,
  watchedServers,
} from './holdings.ts';
export { engineGuests, type ServerFollower, serverChanged, serverCosts } from './hooks.ts';
export { consoleDenialReason, permissionDenialReasonOn } from './read/consoleLack.ts';
export { reasonAgainstListed } from './read/obstacleSentence.ts';
export { factsOf, listServers, viewerOf } from './read/present.ts';
export { serverRoutes } from './routes.ts';
export { reasonAgainst as reasonAgainstServer } from './rules/actions.ts';
export type { Server } from './rules/facts.ts';
export { copyName } from './rules/names.ts';
export { isAlready as isPowerAlready } from './rules/power.ts';
export {
  findServer,
  findServerToUse,
  lockServer,
  namesOf as serverNamesOf,
  type ReachedServer,
  readDisks as disksOfServer,
  readServer,
  serverNames,
} from './store/find.ts';
export { openTasks as openServerTasks, resourceOf as serverResource } from './store/openTasks.ts';
export { itemsOf as serverItems, partsOf as serverParts } from './store/write.ts';
export {
  explainEngine,
  recordSeen as recordServerSeen,
  recordWhatIsLeft as recordServerLeft,
} from './tasks/work.ts';
