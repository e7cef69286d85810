import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  networkFull: error(1300, 422, localize('errors.networkFull')),
  networkNameTaken: error(2400, 409, localize('errors.networkNameTaken')),
  networkInUse: error(2401, 409, localize('errors.networkInUse')),
  subnetInUse: error(2402, 409, localize('errors.subnetInUse')),
  subnetRangeInvalid: error(2403, 422, localize('errors.subnetRangeInvalid')),
  subnetOverlaps: error(2404, 409, localize('errors.subnetOverlaps')),
  networkAddressInvalid: error(2405, 422, localize('errors.networkAddressInvalid')),
  networkAddressTaken: error(2406, 409, localize('errors.networkAddressTaken')),
  networkOfRoot: error(2407, 422, localize('errors.networkOfRoot')),
  networkLimit: error(2408, 422, localize('errors.networkLimit')),
  networkNumberTaken: error(2409, 409, localize('errors.networkNumberTaken')),
  networkWithoutSubnet: error(2410, 422, localize('errors.networkWithoutSubnet')),
  networkAddressNotReserved: error(2411, 409, localize('errors.networkAddressNotReserved')),
  reverseNameInvalid: error(2412, 422, localize('errors.reverseNameInvalid')),
  nicInNetwork: error(2413, 409, localize('errors.nicInNetwork')),
};

/** Resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  network: localize('resources.network'),
  'network card': localize('resources.networkCard'),
  subnet: localize('resources.subnet'),
};
