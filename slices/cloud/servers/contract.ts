import { bulkEndpoints } from './contract/bulk.ts';
import { cloneEndpoints } from './contract/clone.ts';
import { costEndpoints } from './contract/costs.ts';
import { createEndpoints } from './contract/create.ts';
import { historyEndpoints } from './contract/history.ts';
import { listEndpoints } from './contract/list.ts';
import { serverActionEndpoints } from './contract/maintenance.ts';
import { nicEndpoints } from './contract/nics.ts';
import { powerEndpoints } from './contract/power.ts';
import { detailEndpoints } from './contract/server.ts';
import { settingsEndpoints } from './contract/settings.ts';
import { sizeEndpoints } from './contract/size.ts';
import { snapshotEndpoints } from './contract/snapshots.ts';
import { timelineEndpoints } from './contract/timeline.ts';
import { trashEndpoints } from './contract/trash.ts';

export { cloneOptions } from './contract/clone.ts';
export { createBody, createOptions, offeredImage, preset, priceBody } from './contract/create.ts';
export { historyItem } from './contract/history.ts';
export { serverFilters, serverSorts } from './contract/list.ts';
export { powerCommand } from './contract/power.ts';
export {
  serverDetail,
  serverDisk,
  serverItem,
  serverNic,
  serverPower,
  serverStatus,
} from './contract/server.ts';
export { snapshotItem } from './contract/snapshots.ts';
export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** All endpoints for servers, defined in one file per area. */
export const serverEndpoints = {
  ...snapshotEndpoints,
  ...serverActionEndpoints,
  ...timelineEndpoints,
  ...listEndpoints,
  ...createEndpoints,
  ...bulkEndpoints,
  ...detailEndpoints,
  ...cloneEndpoints,
  ...powerEndpoints,
  ...sizeEndpoints,
  ...nicEndpoints,
  ...costEndpoints,
  ...settingsEndpoints,
  ...trashEndpoints,
  ...historyEndpoints,
};

export { serverEndpoints as endpoints };
