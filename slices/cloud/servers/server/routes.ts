import { routes } from '../../../../server/platform/http/routes.ts';
import { serverEndpoints } from '../contract.ts';
import { listCds, setCd } from './commands/cd.ts';
import {
  addDisk,
  growDisk,
  removeDisk,
  rename,
  resize,
  setBilling,
  setPassword,
  setTags,
} from './commands/configure.ts';
import { describe, listTags, lockAgainstAccidents, unlock } from './commands/metadata.ts';
import { addNic, connectNic, moveNic, removeNic } from './commands/nics.ts';
import { changePower, changePowerOfMany, terminateMany } from './commands/power.ts';
import { previewSize, readSizes } from './commands/sizes.ts';
import { removeSnapshot, revertTo, takeSnapshot, updateSnapshot } from './commands/snapshots.ts';
import { purge, restore, terminate } from './commands/trash.ts';
import { previewChange, previewPower } from './costs/costs.ts';
import { createServers } from './create/create.ts';
import { getCloneOptions, getCreateOptions } from './create/options.ts';
import { priceServers } from './create/price.ts';
import { readHistory } from './history/history.ts';
import { getServerAt } from './history/timeline.ts';
import { serversCsv } from './read/csv.ts';
import { listSnapshots, readCost, readDetail } from './read/detail.ts';
import { listServers } from './read/present.ts';

export const serverRoutes = routes(serverEndpoints, {
  listServers: (ctx, { query }) => listServers(ctx, query),
  listServersCsv: async (ctx, { query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="servers.csv"')
      .send(await serversCsv(ctx, query)),
  createServers: (ctx, { body }) => createServers(ctx, body),
  priceServers: (ctx, { body }) => priceServers(ctx, body),
  getCreateOptions: (ctx) => getCreateOptions(ctx),
  bulkPower: (ctx, { body: { ids, ...request } }) => changePowerOfMany(ctx, ids, request),
  bulkTerminate: (ctx, { body }) => terminateMany(ctx, body.ids),
  getServer: (ctx, { params }) => readDetail(ctx, params.serverId),
  getCloneOptions: (ctx, { params, query }) =>
    getCloneOptions(ctx, params.serverId, query.snapshot),
  powerServer: (ctx, { params, body }) => changePower(ctx, params.serverId, body),
  resizeServer: (ctx, { params, body }) => resize(ctx, params.serverId, body),
  createServerDisk: (ctx, { params, body }) => addDisk(ctx, params.serverId, body.sizeGb),
  growServerDisk: (ctx, { params, body }) =>
    growDisk(ctx, params.serverId, params.diskId, body.sizeGb),
  deleteServerDisk: (ctx, { params }) => removeDisk(ctx, params.serverId, params.diskId),
  createServerNic: (ctx, { params, body }) => addNic(ctx, params.serverId, body),
  connectServerNic: (ctx, { params, body }) =>
    connectNic(ctx, params.serverId, params.nicId, body.connected),
  moveServerNic: (ctx, { params, body }) => moveNic(ctx, params.serverId, params.nicId, body),
  deleteServerNic: (ctx, { params }) => removeNic(ctx, params.serverId, params.nicId),
  renameServer: (ctx, { params, body }) => rename(ctx, params.serverId, body.name),
  tagServer: (ctx, { params, body }) => setTags(ctx, params.serverId, body.tags),
  setServerPassword: (ctx, { params, body }) => setPassword(ctx, params.serverId, body.password),
  setServerBilling: (ctx, { params, body }) => setBilling(ctx, params.serverId, body),
  listSnapshots: (ctx, { params }) => listSnapshots(ctx, params.serverId),
  createSnapshot: (ctx, { params, body }) => takeSnapshot(ctx, params.serverId, body),
  updateSnapshot: (ctx, { params, body }) =>
    updateSnapshot(ctx, params.serverId, params.snapshotId, body),
  revertSnapshot: (ctx, { params }) => revertTo(ctx, params.serverId, params.snapshotId),
  deleteSnapshot: (ctx, { params }) => removeSnapshot(ctx, params.serverId, params.snapshotId),
  listServerTags: (ctx) => listTags(ctx),
  getServerSizes: (ctx, { params }) => readSizes(ctx, params.serverId),
  previewServerSize: (ctx, { params, body }) => previewSize(ctx, params.serverId, body),
  previewServerChange: (ctx, { params, body }) => previewChange(ctx, params.serverId, body),
  previewServersPower: (ctx, { body }) => previewPower(ctx, body.ids, body.action),
  describeServer: (ctx, { params, body }) => describe(ctx, params.serverId, body),
  lockServer: (ctx, { params, body }) =>
    lockAgainstAccidents(ctx, params.serverId, body.reason ?? ''),
  unlockServer: (ctx, { params }) => unlock(ctx, params.serverId),
  listCds: (ctx, { params }) => listCds(ctx, params.serverId),
  setServerCd: (ctx, { params, body }) => setCd(ctx, params.serverId, body),
  terminateServer: (ctx, { params }) => terminate(ctx, params.serverId),
  restoreServer: (ctx, { params }) => restore(ctx, params.serverId),
  purgeServer: (ctx, { params }) => purge(ctx, params.serverId),
  getServerHistory: (ctx, { params, query }) => readHistory(ctx, params.serverId, query),
  getServerPast: (ctx, { params, query }) => getServerAt(ctx, params.serverId, query.at),
  getServerCost: (ctx, { params }) => readCost(ctx, params.serverId),
});
