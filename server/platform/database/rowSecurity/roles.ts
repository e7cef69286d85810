import type pg from 'pg';

/** Owns the schema and runs migrations. */
export const ownerRole = 'cloudberth_owner';
/**
 * The sign-in role of the portal. Owns nothing and sees only the rows of the scope set in the
 * transaction. Without a scope it sees no rows.
 */
export const appRole = 'cloudberth_app';
/**
 * For the portal's own work. Owns nothing and sees every row. Connections switch to this role,
 * because it can't sign in.
 */
export const portalRole = 'cloudberth_portal';

/** Connection options for the portal's own work. */
export const portalConnectionOptions = `-c role=${portalRole}`;

/** The connected user's relation to the portal's roles. */
export interface ConnectedRole {
  user: string;
  /** Whether the user is a superuser or has BYPASSRLS, so that row security doesn't apply to it. */
  bypassesRowSecurity: boolean;
  /** Whether the user owns tables of the portal. */
  ownsTables: boolean;
  /** Whether the user can switch to both portal roles, which row security requires. */
  canSwitchRoles: boolean;
  /** `server_version_num`: 180000 for version 18. */
  version: number;
}

export async function readConnectedRole(client: pg.Client): Promise<ConnectedRole> {
  const { rows } = await client.query<ConnectedRole>(
    `select session_user::text as user, current_setting('server_version_num')::int as version,
      (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as "bypassesRowSecurity",
      coalesce((select relowner = session_user::regrole from pg_class where oid = to_regclass('public.user_account')), false) as "ownsTables",
      coalesce((select count(*) = 2 from pg_roles where rolname in ($1, $2) and pg_has_role(session_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)), false)
        as "canSwitchRoles"`,
    [appRole, portalRole],
  );
  return rows[0] as ConnectedRole;
}

/**
 * Creates the two portal roles if they are missing and lets `loginRole` switch to them. The
 * connected user needs CREATEROLE. With `inherit false`, the user has the rights and row policies
 * of a role only after switching to it.
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
 * Creates a role. Roles belong to the whole PostgreSQL server, so another process could create the
 * same role at the same time.
 */
export async function createRole(client: pg.Client, role: string): Promise<void> {
  await client.query(
    `do $$ begin
       if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
     exception when duplicate_object or unique_violation then null; end $$`,
  );
}
