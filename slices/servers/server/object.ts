import { sql } from 'kysely';
import type { ObjectKind } from '../../../server/platform/access/objects.ts';

/** Servers as something rights are given on. One in the bin keeps the rights it had. */
export const serverObject: ObjectKind = {
  type: 'ot.server',
  title: { en: 'Servers', he: 'שרתים' },
  param: 'serverId',
  rows: sql`select id, name, owner_id, site_id from server`,
};
