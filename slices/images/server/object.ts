import { sql } from 'kysely';
import type { ObjectKind } from '../../../server/platform/access/objects.ts';

/** Images that belong to somebody, as something rights are given on; those of the catalogue are everybody's. */
export const imageObject: ObjectKind = {
  type: 'ot.hdlib',
  title: { en: 'Images', he: 'תמונות' },
  param: 'imageId',
  rows: sql`select id, name, owner_id, site_id from image where owner_id is not null`,
};
