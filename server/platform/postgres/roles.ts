import { createHmac } from 'node:crypto';
import pg from 'pg';
import {
  appRole,
  createPortalRoles,
  createRole,
  ownerRole,
} from '../database/rowSecurity/roles.ts';

/** The initial superuser of the cluster, which creates roles and makes base backups. */
export const administratorRole = 'cloudberth';

/**
 * The password of a role, derived from the administrator's password, so that a restored cluster
 * needs no additional file. It doesn't reveal the administrator's password.
 */
export const rolePassword = (administratorPassword: string, role: string): string =>
  createHmac('sha256', administratorPassword).update(`PostgreSQL role ${role}`).digest('base64url');

/**
 * Creates the roles that sign in to the embedded cluster: the owner for migrations and the app role
 * for the portal.
 */
export async function ensureRoles(client: pg.Client, administratorPassword: string): Promise<void> {
  for (const role of [ownerRole, appRole]) {
    await createRole(client, role);
    const { rows } = await client.query<{ canLogIn: boolean }>(
      'select rolcanlogin as "canLogIn" from pg_roles where rolname = $1',
      [role],
    );
    if (rows[0]?.canLogIn) continue;
    await client.query(
      `alter role ${role} login password ${client.escapeLiteral(rolePassword(administratorPassword, role))}`,
    );
  }
  await createPortalRoles(client, appRole);
}

/** Makes `cloudberth_owner` the owner of objects that earlier versions created as the superuser. */
export async function transferToOwner(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(transfer);
  } finally {
    await client.end();
  }
}

const transfer = `
do $$
declare
  new_owner constant regrole := '${ownerRole}';
  schemas constant oid[] := array(select oid from pg_namespace where nspname in ('public', 'graphile_worker'));
  statement text;
begin
  for statement in
    select format('alter schema %I owner to ${ownerRole}', nspname) from pg_namespace
      where nspname = 'graphile_worker' and nspowner <> new_owner
    union all
    select format('alter %s %s owner to ${ownerRole}',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'c' then 'type' else 'table' end, c.oid::regclass)
      from pg_class c
      where relnamespace = any(schemas) and relkind in ('r', 'p', 'v', 'm', 'S', 'c') and relowner <> new_owner
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i', 'e')
          and (deptype = 'e' or relkind = 'S'))
    union all
    select format('alter routine %s owner to ${ownerRole}', p.oid::regprocedure) from pg_proc p
      where pronamespace = any(schemas) and proowner <> new_owner
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    union all
    select format('alter type %s owner to ${ownerRole}', t.oid::regtype) from pg_type t
      where typnamespace = any(schemas) and typtype in ('d', 'e') and typowner <> new_owner
        and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')
  loop
    execute statement;
  end loop;
end $$`;
