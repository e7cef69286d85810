import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  serverWrongState: error(1100, 422, localize('errors.serverWrongState')),
  serverBusy: error(1101, 409, localize('errors.serverBusy')),
  serverNameTaken: error(1102, 409, localize('errors.serverNameTaken')),
  serverLimit: error(1103, 422, localize('errors.serverLimit')),
  serverDiskSmallerThanImage: error(1104, 422, localize('errors.serverDiskSmallerThanImage')),
  serverDiskShrink: error(1105, 422, localize('errors.serverDiskShrink')),
  serverBootDisk: error(1106, 422, localize('errors.serverBootDisk')),
  serverNicLimit: error(1107, 422, localize('errors.serverNicLimit')),
  serverPasswordRequired: error(1108, 422, localize('errors.serverPasswordRequired')),
  serverMustBeOff: error(1109, 422, localize('errors.serverMustBeOff')),
  serverNotInBin: error(1110, 422, localize('errors.serverNotInBin')),
  serverEngineRefused: error(1111, 422, localize('errors.serverEngineRefused')),
  serverSizeUnavailable: error(1112, 422, localize('errors.serverSizeUnavailable')),
  serverSnapshotLimit: error(1113, 422, localize('errors.serverSnapshotLimit')),
  serverUserDataInvalid: error(1114, 422, localize('errors.serverUserDataInvalid')),
  networkAddressOfMany: error(2414, 422, localize('errors.networkAddressOfMany')),
  serverLocked: error(2550, 422, localize('errors.serverLocked')),
  serverCdWrong: error(2551, 422, localize('errors.serverCdWrong')),
  snapshotExpiryPast: error(2552, 422, localize('errors.snapshotExpiryPast')),
  ownerSuspended: error(2962, 403, localize('errors.ownerSuspended')),
  serverDiskInSnapshot: error(2985, 422, localize('errors.serverDiskInSnapshot')),
  serverDisksTooLarge: error(2989, 422, localize('errors.serverDisksTooLarge')),
};

/** The resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  disk: localize('resources.disk'),
  server: localize('resources.server'),
  snapshot: localize('resources.snapshot'),
};
