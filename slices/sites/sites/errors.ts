import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  siteSuspended: error(2100, 401, localize('errors.siteSuspended')),
  hostUnknown: error(2101, 421, localize('errors.hostUnknown')),
  hostIllegal: error(2102, 422, localize('errors.hostIllegal')),
  hostInUse: error(2103, 409, localize('errors.hostInUse')),
  hostNotProved: error(2104, 422, localize('errors.hostNotProved')),
  hostExcludesCaller: error(2105, 422, localize('errors.hostExcludesCaller')),
  pictureRefused: error(2106, 422, localize('errors.pictureRefused')),
  siteNotSuspendable: error(2107, 422, localize('errors.siteNotSuspendable')),
  pageAddressRefused: error(2108, 422, localize('errors.pageAddressRefused')),
  remoteLoginRefused: error(2109, 403, localize('errors.remoteLoginRefused')),
  hostLimit: error(2110, 422, localize('errors.hostLimit')),
  agreementNotSigned: error(2120, 403, localize('errors.agreementNotSigned')),
};

/** Names for the `{what}` placeholder of `notFound`. */
export const resourceNames = {
  page: localize('resources.page'),
  picture: localize('resources.picture'),
  site: localize('resources.site'),
  version: localize('resources.version'),
};
