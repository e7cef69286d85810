import { generalEndpoints } from './contract/general.ts';
import { partnerEndpoints } from './contract/partner.ts';
import { passkeyEndpoints } from './contract/passkeys.ts';
import { protectionEndpoints } from './contract/protection.ts';
import { sessionEndpoints } from './contract/sessions.ts';

export { profileDetails, securityDetails } from './contract/details.ts';
export { dateFormats } from './contract/general.ts';
export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const profileEndpoints = {
  ...generalEndpoints,
  ...protectionEndpoints,
  ...passkeyEndpoints,
  ...sessionEndpoints,
  ...partnerEndpoints,
};

export { profileEndpoints as endpoints };
