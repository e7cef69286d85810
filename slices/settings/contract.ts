import * as z from 'zod';
import { endpoint } from '../../contract/endpoint.ts';

export const setting = z.strictObject({
  id: z.string(),
  title: z.string(),
  value: z.json(),
  fallback: z.json(),
  /** Whether this site set it itself; otherwise it comes from the site above or the fallback. */
  isOwn: z.boolean(),
});

export const settingsEndpoints = {
  listSettings: endpoint({
    method: 'GET',
    path: '/settings',
    summary: 'Every switch of the site with the value that holds.',
    access: 'settings.manage',
    changes: false,
    answer: z.strictObject({ items: z.array(setting) }),
  }),
  changeSetting: endpoint({
    method: 'PUT',
    path: '/settings/{settingId}',
    summary: 'Sets a switch for the site.',
    access: 'settings.manage',
    changes: true,
    params: z.strictObject({ settingId: z.string().max(100) }),
    body: z.strictObject({ value: z.json() }),
    answer: z.strictObject({ id: z.string(), value: z.json() }),
    errors: ['settingInvalid'],
  }),
};
