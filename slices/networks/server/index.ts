export { type AddressWish, allocateNic } from './allocate.ts';
export { getNetwork, listNetworks, type NetworkItem } from './list.ts';
export { cancelMove, finishMove, lockMove } from './move.ts';
export { networkObject } from './object.ts';
export {
  dropParkedNics,
  parkedNics,
  parkPrivateNics,
  restoreParkedNics,
} from './park.ts';
export { describeHolder, releaseNic } from './release.ts';
export { networkRoutes } from './routes.ts';
export { ensureNetworks } from './seed.ts';
export {
  type AllocatedNic,
  type CardAddress,
  describeNics,
  findNicAfterMove,
  type ServerNic,
} from './store.ts';
