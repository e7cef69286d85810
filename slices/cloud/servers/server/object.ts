import { sql } from 'kysely';
import type { ObjectKind } from '../../../../server/platform/access/objects.ts';
import { localize } from '../texts/localize.ts';

/** Servers as objects of access rules. Servers in the Trash keep their rules. */
export const serverObject: ObjectKind = {
  type: 'ot.server',
  title: localize('serverObject'),
  param: 'serverId',
  rows: sql`select id, name, owner_id, site_id from server`,
};
