export { describeEngineError } from './describeEngineError.ts';
export { createEngines, type EngineMakers, type Engines } from './engines.ts';
export { type DatacenterLimits, nicsMax } from './limits.ts';
export { datacenterRoutes } from './routes.ts';
export { ensureDatacenters } from './seed.ts';
export {
  type Datacenter,
  datacentersOf,
  findDatacenter,
  isOnSameSide,
  listDatacenters,
} from './store.ts';
export { engineOf, largestFreeGb, limitsOf, listUsableDatacenters } from './usable.ts';
