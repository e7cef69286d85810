import { sql } from 'kysely';
import type { ObjectKind } from '../../../../server/platform/access/objects.ts';
import { localize } from '../texts/localize.ts';

/** Private images as objects of access rules. Catalog images are available to every user. */
export const imageObject: ObjectKind = {
  type: 'ot.hdlib',
  title: localize('imageObject'),
  param: 'imageId',
  rows: sql`select id, name, owner_id, site_id from image where owner_id is not null`,
};
