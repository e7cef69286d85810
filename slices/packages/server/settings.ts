import * as z from 'zod';
import { said } from '../../../contract/said.ts';
import { defineSetting } from '../../../server/platform/settings/settings.ts';

const address = z
  .string()
  .max(300)
  .regex(/^(https?:\/\/[A-Za-z0-9.:[\]-]+(\/[A-Za-z0-9._~/-]*)?)?$/, {
    message: said('http:// or https:// with a host, or nothing', 'נדרשת כתובת http:// או https:// עם שם מארח, או שדה ריק'),
  });

/** Empty: as the image has it. */
export const packageMirror = defineSetting({
  id: 'packages.mirror',
  schema: address,
  fallback: '',
  title: {
    en: 'Debian mirror that servers install application packages from (empty: as their image says)',
    he: 'אתר מראה של Debian שממנו שרתים מתקינים חבילות יישומים (ריק: כפי שקבוע בדימוי)',
  },
  level: 'root',
  access: 'portal.manage',
});

export const packageProxy = defineSetting({
  id: 'packages.proxy',
  schema: address,
  fallback: '',
  title: {
    en: 'HTTP proxy that servers install application packages through (empty: none)',
    he: 'שרת מתווך (HTTP) שדרכו שרתים מתקינים חבילות יישומים (ריק: ללא)',
  },
  level: 'root',
  access: 'portal.manage',
});
