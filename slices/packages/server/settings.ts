import * as z from 'zod';
import { localized } from '../../../contract/localized.ts';
import { defineSetting } from '../../../server/platform/settings/settings.ts';

const address = z
  .string()
  .max(300)
  .regex(/^(https?:\/\/[A-Za-z0-9.:[\]-]+(\/[A-Za-z0-9._~/-]*)?)?$/, {
    message: localized(
      'Enter a URL with http:// or https:// and a host, or leave it empty.',
      'יש להזין כתובת עם http:// או https:// ושם מארח, או להשאיר ריק.',
    ),
  });

/** Empty: as the image has it. */
export const packageMirror = defineSetting({
  id: 'packages.mirror',
  schema: address,
  fallback: '',
  title: {
    en: 'Debian mirror for installing app packages (leave empty to use the image’s mirror)',
    he: 'אתר מראה של Debian להתקנת חבילות יישומים (אפשר להשאיר ריק כדי להשתמש בזה של התמונה)',
  },
  level: 'root',
  access: 'portal.manage',
});

export const packageProxy = defineSetting({
  id: 'packages.proxy',
  schema: address,
  fallback: '',
  title: {
    en: 'HTTP proxy for installing app packages (leave empty for none)',
    he: 'שרת מתווך (HTTP) להתקנת חבילות יישומים (אפשר להשאיר ריק)',
  },
  level: 'root',
  access: 'portal.manage',
});
