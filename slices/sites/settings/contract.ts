import * as z from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { localize } from './texts/localize.ts';

export { permissions } from './permissions.ts';

export const setting = z.strictObject({
  id: z.string(),
  title: z.string(),
  value: z.json(),
  fallback: z.json(),
  /**
   * Whether this site has its own value. Otherwise the value comes from a site above or is the
   * default.
   */
  isOwn: z.boolean(),
  /** Whether the caller can change it at this site. */
  canChange: z.boolean(),
  /** Titles of the roles that can change it. */
  changedBy: z.string(),
});

export const settingsEndpoints = {
  listSettings: endpoint({
    title: localize('operations.listSettings'),
    method: 'GET',
    path: '/settings',
    summary: 'Lists the settings of the site with their current values, and who can change each.',
    access: 'settings.manage',
    changes: false,
    topics: ['setting'],
    answer: z.strictObject({ items: z.array(setting) }),
  }),
  updateSetting: endpoint({
    title: localize('operations.updateSetting'),
    method: 'PUT',
    path: '/settings/{settingId}',
    summary: 'Changes a setting of the site.',
    access: 'settings.manage',
    changes: true,
    touches: ['setting'],
    params: z.strictObject({ settingId: z.string().max(100) }),
    body: z.strictObject({ value: z.json() }),
    answer: z.strictObject({ id: z.string(), value: z.json() }),
    errors: ['settingInvalid', 'settingNotAllowed'],
  }),
};

export { settingsEndpoints as endpoints };
