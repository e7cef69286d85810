import { sql } from 'kysely';
import type { ObjectKind } from '../../../../server/platform/access/objects.ts';
import { localize } from '../texts/localize.ts';

/** Private networks as objects of access rules. Shared networks need no rules. */
export const networkObject: ObjectKind = {
  type: 'ot.network',
  title: localize('networkObject'),
  param: 'vlanId',
  rows: sql`select id, name, owner_id, site_id from network where owner_id is not null`,
};
