import * as z from 'zod';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { defineSetting } from '../../../../server/platform/settings/settings.ts';
import { localize } from '../texts/localize.ts';

const address = z
  .string()
  .max(300)
  .regex(/^(https?:\/\/[A-Za-z0-9.:[\]-]+(\/[A-Za-z0-9._~/-]*)?)?$/, {
    message: schemaMessage(localize('invalid.message.enterUrlHttpHttps')),
  });

/** Package mirror for guests. Empty to use the one configured in the image. */
export const packageMirror = defineSetting({
  id: 'packages.mirror',
  schema: address,
  fallback: '',
  title: localize('packageMirror'),
  level: 'root',
  access: 'portal.manage',
});

export const packageProxy = defineSetting({
  id: 'packages.proxy',
  schema: address,
  fallback: '',
  title: localize('packageProxy'),
  level: 'root',
  access: 'portal.manage',
});
