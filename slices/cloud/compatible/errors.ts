import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  compatibleServersUnknown: error(2750, 404, localize('errors.compatibleServersUnknown')),
  compatibleServersMany: error(2751, 422, localize('errors.compatibleServersMany')),
  compatibleFlagNone: error(2752, 422, localize('errors.compatibleFlagNone')),
  compatibleFlagsMany: error(2753, 422, localize('errors.compatibleFlagsMany')),
  compatibleIdOrName: error(2754, 422, localize('errors.compatibleIdOrName')),
  compatibleNameUnknown: error(2755, 404, localize('errors.compatibleNameUnknown')),
  compatibleNameMany: error(2756, 422, localize('errors.compatibleNameMany')),
  compatibleFlagMissing: error(2757, 422, localize('errors.compatibleFlagMissing')),
  compatibleFlagWrong: error(2758, 422, localize('errors.compatibleFlagWrong')),
  compatibleSnapshotsKept: error(2759, 409, localize('errors.compatibleSnapshotsKept')),
  compatibleNetworkUnknown: error(2760, 404, localize('errors.compatibleNetworkUnknown')),
  compatibleSubnetUnknown: error(2761, 404, localize('errors.compatibleSubnetUnknown')),
  compatibleNetworkKept: error(2762, 409, localize('errors.compatibleNetworkKept')),
  compatibleImageElsewhere: error(2763, 422, localize('errors.compatibleImageElsewhere')),
  compatibleImageUnknown: error(2764, 422, localize('errors.compatibleImageUnknown')),
  compatibleDatacenterUnknown: error(2765, 422, localize('errors.compatibleDatacenterUnknown')),
  compatibleMetricNone: error(2766, 422, localize('errors.compatibleMetricNone')),
  compatiblePeriodNone: error(2767, 422, localize('errors.compatiblePeriodNone')),
  compatibleServerOn: error(2768, 409, localize('errors.compatibleServerOn')),
  compatiblePathUnknown: error(2769, 404, localize('errors.compatiblePathUnknown')),
  compatibleNetworkNone: error(2770, 404, localize('errors.compatibleNetworkNone')),
};
