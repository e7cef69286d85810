import { createHash } from 'node:crypto';
import pg from 'pg';
import { patiently } from '../patiently.ts';
import { policyConditions, type RowRule } from './policy.ts';
import { appRole, createPortalRoles, portalRole, type RoleStanding, readRoleStanding } from './roles.ts';
import { rowRules } from './rules.ts';

/** Whether row security protects the database, and why not. */
export type WallState = { isRaised: true } | { isRaised: false; problem: string };

/**
 * Brings rights and row policies of the whole database to this version: creates the roles of the portal where the owner can, grants
 * them what they need, and sets the policy of each table. Tables that are already right are not touched. Run after the migrations, as the owner.
 */
export async function raiseWall(ownerUrl: string, appUrl: string): Promise<WallState> {
  const app = await standingAt(appUrl);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'cloudberth row security' });
  await client.connect();
  try {
    if (!app.canSwitchRoles) await createPortalRoles(client, app.user);
    const { rows } = await client.query<{ owner: string }>('select current_user::text as owner');
    const owner = rows[0]?.owner ?? '';
    await grantOnSchemas(client);
    for (const table of await readTables(client)) await bringUpToDate(client, table, owner);
    return { isRaised: true };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== insufficientPrivilege) throw error;
    return { isRaised: false, problem: message };
  } finally {
    await client.end();
  }
}

/** What to do when the wall cannot be raised, for the log and for `doctor`. */
export const wallAdvice =
  'Row security is off in this database, because its roles cannot be created. Queries alone keep the data of customers apart. ' +
  'As a superuser, run: create role cloudberth_app nologin; create role cloudberth_portal nologin; ' +
  'grant cloudberth_app, cloudberth_portal to <the user of DATABASE_URL> with admin false, inherit false, set true. Then restart Cloudberth.';

const insufficientPrivilege = '42501';

/** Whether the wall stands, for a portal that was not given the owner of the schema. */
export async function checkWall(appUrl: string): Promise<WallState> {
  const { user, canSwitchRoles } = await standingAt(appUrl);
  return canSwitchRoles
    ? { isRaised: true }
    : { isRaised: false, problem: `The user ${user} can't switch to ${appRole} and ${portalRole}.` };
}

/** Whether the user of this address owns the portal's tables. */
export const isOwner = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ isOwner: boolean }>(
      `select pg_has_role(relowner, 'usage') as "isOwner" from pg_class where oid = 'public.user_account'::regclass`,
    );
    return rows[0]?.isOwner ?? false;
  });

export const standingAt = (url: string): Promise<RoleStanding> => withClient(url, readRoleStanding);

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'cloudberth row security' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function grantOnSchemas(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isGranted: boolean }>(
    `select bool_and(has_schema_privilege($1, oid, 'usage') and has_schema_privilege($2, oid, 'usage')) and not exists (
       select from pg_class c where relkind = 'S' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
         and not (has_sequence_privilege($1, c.oid, 'usage') and has_sequence_privilege($2, c.oid, 'usage'))) as "isGranted"
     from pg_namespace where nspname in ('public', 'graphile_worker')`,
    [appRole, portalRole],
  );
  if (rows[0]?.isGranted) return;
  await client.query(`grant usage on schema public, graphile_worker to ${appRole}, ${portalRole};
    grant usage, select on all sequences in schema public, graphile_worker to ${appRole}, ${portalRole};
    grant execute on function create_sample_partition, drop_sample_partitions to ${portalRole}`);
}

/** A table as it stands. */
interface TableState {
  schema: string;
  name: string;
  isView: boolean;
  /** The rights of the portal's roles now, and those they should have, both as `SELECT,INSERT,…`. */
  rights: string;
  dueRights: string;
  isForced: boolean;
  /** What the policies were made of: the comment on the policy. */
  digest: string | null;
}

/** Append-only, but rows are locked: `for update` takes the right to update, and the trigger refuses to. */
const lockedTables = ['ledger_account'];

/** Triggers that refuse every change say what is append-only: nobody is given the right to it. */
const readTables = async (client: pg.Client): Promise<TableState[]> =>
  (
    await client.query<TableState>(
      `select n.nspname as schema, c.relname as name, c.relkind = 'v' as "isView", c.relforcerowsecurity and c.relrowsecurity as "isForced",
        (select string_agg(privilege, ',' order by place) from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) with ordinality p (privilege, place)
          where has_table_privilege($1, c.oid, privilege) and has_table_privilege($2, c.oid, privilege)) as rights,
        (select string_agg(privilege, ',' order by place) from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) with ordinality p (privilege, place)
          where case when c.relkind = 'v' or c.relname = 'migration' then privilege = 'SELECT'
            else (t.refused & case privilege when 'UPDATE' then 16 when 'DELETE' then 8 else 0 end) = 0
              or (privilege = 'UPDATE' and c.relname = any($3)) end) as "dueRights",
        obj_description((select oid from pg_policy where polrelid = c.oid and polname = 'row_scope'), 'pg_policy') as digest
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (select coalesce(bit_or(tgtype::int), 0) as refused from pg_trigger
        where tgrelid = c.oid and tgfoid = 'public.refuse_change()'::regprocedure and tgtype & 1 = 0 and tgqual is null) t
      where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v') and not c.relispartition
      order by n.nspname, c.relname`,
      [appRole, portalRole, lockedTables],
    )
  ).rows;

async function bringUpToDate(client: pg.Client, table: TableState, owner: string): Promise<void> {
  const rule: RowRule | undefined = table.schema === 'public' ? rowRules[table.name] : queueRule;
  const statements = [...rightsOf(table), ...(table.isView || !rule ? [] : policiesOf(table, rule, owner))];
  if (statements.length > 0) await patiently(client, () => client.query(statements.join(';\n')));
}

/** The library of the task queue turns row security on for its tables; all of its work is the portal's own. */
const queueRule: RowRule = { kind: 'open', reason: 'no row of the queue is read by a scoped connection' };

function rightsOf({ schema, name, rights, dueRights }: TableState): string[] {
  if (rights === dueRights) return [];
  const place = `${schema}.${name}`;
  return [`revoke all on ${place} from ${appRole}, ${portalRole}`, `grant ${dueRights} on ${place} to ${appRole}, ${portalRole}`];
}

function policiesOf(table: TableState, rule: RowRule, owner: string): string[] {
  const place = `${table.schema}.${table.name}`;
  const conditions = policyConditions(table.name, rule) ?? { using: 'false', check: 'false' };
  const isClosed = rule.kind !== 'open' || table.schema === 'graphile_worker';
  const security = isClosed ? 'enable row level security' : 'disable row level security';
  const statements = [
    `alter table ${place} ${security}`,
    `alter table ${place} ${isClosed ? 'force' : 'no force'} row level security`,
    `drop policy if exists row_scope on ${place}`,
    `drop policy if exists whole_database on ${place}`,
    `create policy row_scope on ${place} to ${appRole} using (${conditions.using}) with check (${conditions.check})`,
    `create policy whole_database on ${place} to ${portalRole}, ${pg.escapeIdentifier(owner)} using (true) with check (true)`,
  ];
  const digest = createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16);
  if (table.digest === digest && table.isForced === isClosed) return [];
  return [...statements, `comment on policy row_scope on ${place} is '${digest}'`];
}
