import type pg from 'pg';

/** Owns the schema and runs migrations. */
export const ownerRole = 'cloudberth_owner';
/**
 * Signs in for the portal, owns nothing, and sees the rows of the scope set in the transaction;
 * without a scope, none.
 */
export const appRole = 'cloudberth_app';
/**
 * For the portal's own work. Owns nothing and sees every row. Connections switch to this role; it
 * can't sign in.
 */
export const portalRole = 'cloudberth_portal';

/** Sent at the start of a connection for the portal's own work. */
export const portalConnectionOptions = `-c role=${portalRole}`;

/** The connected user's relation to the portal's roles. */
export interface RoleStanding {
  user: string;
  /** Superuser or BYPASSRLS: row security doesn't apply to this user itself. */
  bypassesRowSecurity: boolean;
  /** The user owns tables of the portal. */
  ownsTables: boolean;
  /** The user can switch to both roles of the portal, so the row security wall works. */
  canSwitchRoles: boolean;
  /** `server_version_num`: 180000 for version 18. */
  version: number;
}

export async function readRoleStanding(client: pg.Client): Promise<RoleStanding> {
  const { rows } = await client.query<RoleStanding>(
    `select session_user::text as user, current_setting('server_version_num')::int as version,
      (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as "bypassesRowSecurity",
      coalesce((select relowner = session_user::regrole from pg_class where oid = to_regclass('public.user_account')), false) as "ownsTables",
      coalesce((select count(*) = 2 from pg_roles where rolname in ($1, $2) and pg_has_role(session_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)), false)
        as "canSwitchRoles"`,
    [appRole, portalRole],
  );
  return rows[0] as RoleStanding;
}

/**
 * Creates the two roles of the portal where they are missing and lets `loginRole` switch to them.
 * The connected user needs CREATEROLE. `inherit false`: the user has the rights and the row
 * policies of a role only after switching to it.
 */
export async function createPortalRoles(client: pg.Client, loginRole: string): Promise<void> {
  for (const role of [appRole, portalRole]) {
    await createRole(client, role);
    if (loginRole !== role)
      await client.query(
        `grant ${role} to ${client.escapeIdentifier(loginRole)} with admin false, inherit false, set true`,
      );
  }
}

/**
 * Roles belong to the whole server, so another process may create the same role at the same time.
 */
export async function createRole(client: pg.Client, role: string): Promise<void> {
  await client.query(
    `do $$ begin
       if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
     exception when duplicate_object or unique_violation then null; end $$`,
  );
}
