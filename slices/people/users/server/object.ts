import { sql } from 'kysely';
import type { ObjectKind } from '../../../../server/platform/access/objects.ts';
import { localize } from '../texts/localize.ts';

/** Accounts as the objects of calls such as `/users/{userId}/role`. Each account owns itself. */
export const userObject: ObjectKind = {
  type: 'ot.user',
  title: localize('userObject'),
  param: 'userId',
  rows: sql`select id, email as name, id as owner_id, site_id from user_account where deleted_at is null and sandbox_of is null`,
  isPerson: true,
};
