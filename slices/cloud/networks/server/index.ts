export { type AddressRequest, allocateNic } from './addresses/allocate.ts';
export { cancelMove, finishMove, lockMove } from './addresses/move.ts';
export {
  dropParkedNics,
  parkedNics,
  parkPrivateNics,
  restoreParkedNics,
} from './addresses/park.ts';
export { releaseNic, updateNicServer } from './addresses/release.ts';
export { networkObject } from './object.ts';
export { networkRoutes } from './routes.ts';
export { ensureNetworks } from './seed.ts';
export {
  type AllocatedNic,
  type BoundNicAddress,
  describeNics,
  findNicAfterMove,
  type ServerNic,
} from './store.ts';
export { getNetwork, listNetworks, type NetworkItem } from './views/list.ts';
