import { sql } from 'kysely';
import type { ObjectType } from '../../../contract/access/rights.ts';
import type { Database } from '../database/database.ts';

/** A right that a user currently has through a group. */
export interface Grant {
  groupId: string;
  groupName: string;
  type: ObjectType;
  /** Null for all objects of the type. */
  objectId: string | null;
  /** From 1 (view) to 4 (terminate). */
  rank: number;
  /** Only on objects of this user … */
  ownerId: string | null;
  /** … or only on objects of this site. */
  siteId: string | null;
}

export async function grantsOf(db: Database, userId: string): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    select group_id as "groupId", group_name as "groupName", object_type as type, object_id as "objectId", rank, owner_id as "ownerId", site_id as "siteId"
    from group_grant where user_id = ${userId} order by rank desc, group_name`.execute(db);
  return rows;
}

/** An object with an owner and a site. */
export interface Owned {
  type: ObjectType;
  id: string;
  ownerId: string | undefined;
  siteId: string | undefined;
}

/**
 * Whether the grant applies to this object and the object is still within the scope of the group.
 */
export function appliesTo(grant: Grant, object: Owned): boolean {
  if (grant.type !== object.type || (grant.objectId !== null && grant.objectId !== object.id))
    return false;
  return grant.ownerId === null ? grant.siteId === object.siteId : grant.ownerId === object.ownerId;
}
