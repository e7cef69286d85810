import { siteAdminEndpoints } from './contract/admins.ts';
import { siteLookEndpoints } from './contract/branding.ts';
import { siteContentEndpoints } from './contract/contents.ts';
import { sitePageEndpoints } from './contract/pages.ts';
import { remoteLoginEndpoints } from './contract/remoteLogin.ts';
import { siteSettingEndpoints } from './contract/settings.ts';
import { siteListEndpoints } from './contract/sites.ts';

export { look } from './contract/branding.ts';
export { contentNames } from './contract/contents.ts';
export { hostStates } from './contract/fields.ts';
export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const siteEndpoints = {
  ...siteListEndpoints,
  ...siteSettingEndpoints,
  ...remoteLoginEndpoints,
  ...sitePageEndpoints,
  ...siteContentEndpoints,
  ...siteLookEndpoints,
  ...siteAdminEndpoints,
};

export { siteEndpoints as endpoints };
