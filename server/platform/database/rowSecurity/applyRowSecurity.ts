import { createHash } from 'node:crypto';
import pg from 'pg';
import { withLockRetries } from '../withLockRetries.ts';
import {
  type PolicyConditions,
  policyConditions,
  type RowRule,
  secretColumnsOf,
} from './policy.ts';
import {
  appRole,
  type ConnectedRole,
  createPortalRoles,
  portalRole,
  readConnectedRole,
} from './roles.ts';
import type { RowRules } from './rules.ts';

/**
 * Whether row security protects the database, and the remedy if it doesn't or if the portal has
 * more rights than it needs.
 */
export type RowSecurityState =
  | { isRaised: true; advice: string | null }
  | { isRaised: false; advice: string };

/**
 * Updates the rights and row policies of the whole database to this version: creates the portal's
 * roles if the owner can, grants them the necessary rights, and sets the policy of each table.
 * Tables that are already up to date aren't changed. Must run after the migrations, as the owner.
 */
export async function applyRowSecurity(
  { migrationUrl: ownerUrl, databaseUrl: appUrl }: { migrationUrl: string; databaseUrl: string },
  rules: RowRules,
): Promise<RowSecurityState> {
  const app = await readRoleRights(appUrl);
  if (app.version < oldestVersion) return { isRaised: false, advice: tooOld };
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'cloudberth row security',
  });
  await client.connect();
  try {
    if (!app.canSwitchRoles) await createPortalRoles(client, app.user);
    const { rows } = await client.query<{ owner: string }>(
      `select pg_get_userbyid(relowner)::text as owner from pg_class where oid = 'public.user_account'::regclass`,
    );
    const owner = rows[0]?.owner ?? '';
    await grantOnSchemas(client);
    for (const table of await readTables(client))
      await replaceRules(client, { table, owner, rules });
    return { isRaised: true, advice: adviceFor(app) };
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
    return { isRaised: false, advice: rolesMissing(app.user) };
  } finally {
    await client.end();
  }
}

/** `grant … with inherit false, set true`. */
const oldestVersion = 160_000;
const tooOld =
  'Row security is off: it needs PostgreSQL 16 or newer. Upgrade the server, then restart Cloudberth.';

const rolesMissing = (user: string): string =>
  `Row security is off: the database user ${user} can't create the roles it needs. As a superuser, run: create role ${appRole} nologin; ` +
  `create role ${portalRole} nologin; grant ${appRole}, ${portalRole} to "${user}" with inherit false, set true; Then restart Cloudberth.`;

/** The remedy if the user of DATABASE_URL has more rights than the portal needs. Otherwise null. */
export function adviceFor({ user, bypassesRowSecurity, ownsTables }: ConnectedRole): string | null {
  if (!bypassesRowSecurity && !ownsTables) return null;
  const reason = bypassesRowSecurity ? 'bypasses row security' : 'owns the tables';
  return (
    `The database user ${user} ${reason}. The portal switches to ${appRole}, but should sign in as a user without these rights. ` +
    `Create one (create role cloudberth login; grant ${appRole}, ${portalRole} to cloudberth with inherit false, set true), ` +
    `use it in DATABASE_URL, and set DATABASE_MIGRATION_URL to the address with ${user}.`
  );
}

const insufficientPrivilege = '42501';

/** Whether row security is in place, for a portal that doesn't connect as the schema owner. */
export async function checkRowSecurity(appUrl: string): Promise<RowSecurityState> {
  const app = await readRoleRights(appUrl);
  return app.canSwitchRoles
    ? { isRaised: true, advice: adviceFor(app) }
    : { isRaised: false, advice: rolesMissing(app.user) };
}

/** Whether the user in this database URL owns the portal's tables. */
export const isOwner = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ isOwner: boolean }>(
      `select pg_has_role(relowner, 'usage') as "isOwner" from pg_class where oid = 'public.user_account'::regclass`,
    );
    return rows[0]?.isOwner ?? false;
  });

export const readRoleRights = (url: string): Promise<ConnectedRole> =>
  withClient(url, readConnectedRole);

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cloudberth row security',
  });
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

/** Current state of a table. */
interface TableState {
  schema: string;
  name: string;
  isView: boolean;
  /** Whether a view uses the rights and scope of the querying user. Always true for tables. */
  isInvoker: boolean;
  /**
   * The current and expected rights of the portal's own role and of the role for calls, as
   * `SELECT,INSERT,…`.
   */
  rights: string | null;
  appRights: string | null;
  dueRights: string;
  columns: string[];
  /** Columns that the role for calls can read or write. */
  appColumns: string[];
  isForced: boolean;
  /** Digest of the policies' source, stored as the comment on the policy. */
  digest: string | null;
}

/**
 * Append-only tables whose rows are locked. `for update` requires the update right, and the trigger
 * rejects updates.
 */
const lockedTables = ['ledger_account'];

/**
 * Reads the tables. Those with triggers that reject every change are append-only, so no role is
 * granted that right.
 */
const readTables = async (client: pg.Client): Promise<TableState[]> =>
  (
    await client.query<TableState>(
      `select n.nspname as schema, c.relname as name, c.relkind = 'v' as "isView",
        c.relkind <> 'v' or coalesce('security_invoker=true' = any(c.reloptions), false) as "isInvoker", c.relforcerowsecurity and c.relrowsecurity as "isForced",
        (select string_agg(privilege, ',' order by place) from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) with ordinality p (privilege, place)
          where has_table_privilege($2, c.oid, privilege)) as rights,
        (select string_agg(privilege, ',' order by place) from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) with ordinality p (privilege, place)
          where has_table_privilege($1, c.oid, privilege)) as "appRights",
        (select string_agg(privilege, ',' order by place) from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) with ordinality p (privilege, place)
          where case when c.relkind = 'v' or c.relname = 'migration' then privilege = 'SELECT'
            else (t.refused & case privilege when 'UPDATE' then 16 when 'DELETE' then 8 else 0 end) = 0
              or (privilege = 'UPDATE' and c.relname = any($3)) end) as "dueRights",
        array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
        array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
          and has_column_privilege($1, c.oid, attnum, 'select, insert, update') order by attnum) as "appColumns",
        obj_description((select oid from pg_policy where polrelid = c.oid and polname = 'row_scope'), 'pg_policy') as digest
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (select coalesce(bit_or(tgtype::int), 0) as refused from pg_trigger
        where tgrelid = c.oid and tgfoid = 'public.refuse_change()'::regprocedure and tgtype & 1 = 0 and tgqual is null) t
      where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v') and not c.relispartition
      order by n.nspname, c.relname`,
      [appRole, portalRole, lockedTables],
    )
  ).rows;

async function replaceRules(
  client: pg.Client,
  { table, owner, rules }: { table: TableState; owner: string; rules: RowRules },
): Promise<void> {
  const rule: RowRule | undefined = table.schema === 'public' ? rules[table.name] : queueRule;
  const statements = [
    ...(table.isInvoker
      ? []
      : [`alter view ${table.schema}.${table.name} set (security_invoker = true)`]),
    ...rightsOf(table, rule),
    ...(table.isView || !rule ? [] : policiesOf({ table, owner, rules }, rule)),
  ];
  if (statements.length > 0)
    await withLockRetries(client, () => client.query(statements.join(';\n')));
}

/**
 * The task queue library enables row security on its tables. All of its work is the portal's own.
 */
const queueRule: RowRule = {
  kind: 'open',
  reason: 'no row of the queue is read by a scoped connection',
};

function rightsOf(table: TableState, rule: RowRule | undefined): string[] {
  const { schema, name, rights, dueRights, columns } = table;
  const secret = secretColumnsOf(rule);
  const open = columns.filter((column) => !secret.includes(column));
  const appRights =
    rule?.kind === 'closed'
      ? []
      : dueRights
          .split(',')
          .map((right) => ({ right, isByColumn: secret.length > 0 && right !== 'DELETE' }));
  if (rights === dueRights && hasRights(table, appRights, open)) return [];
  const qualifiedName = `${schema}.${name}`;
  const list = open.map((column) => pg.escapeIdentifier(column)).join(', ');
  return [
    `revoke all on ${qualifiedName} from ${appRole}, ${portalRole}`,
    `grant ${dueRights} on ${qualifiedName} to ${portalRole}`,
    ...appRights.map(
      ({ right, isByColumn }) =>
        `grant ${right}${isByColumn ? ` (${list})` : ''} on ${qualifiedName} to ${appRole}`,
    ),
  ];
}

/** A right that the role for calls should have, on all columns or on those without secrets. */
interface RequiredRight {
  right: string;
  isByColumn: boolean;
}

function hasRights(
  { appRights, appColumns, columns }: TableState,
  requiredRights: readonly RequiredRight[],
  open: readonly string[],
): boolean {
  const tableRights = requiredRights
    .flatMap(({ right, isByColumn }) => (isByColumn ? [] : [right]))
    .join(',');
  if ((appRights ?? '') !== tableRights) return false;
  return open.length === columns.length || appColumns.join() === open.join();
}

const policyNames = ['row_scope', 'row_scope_insert', 'row_scope_update', 'row_scope_delete'];

/**
 * Returns one policy if every visible row can be changed. Otherwise returns one for each action,
 * because rows can be shared with accounts that can't change them.
 */
function scopePolicies(conditions: PolicyConditions | null) {
  if (!conditions) return [{ name: 'row_scope', action: '', condition: usingAndCheck('false') }];
  const { sees, writes, updates, deletes } = conditions;
  if (new Set([sees, writes, updates, deletes]).size === 1)
    return [{ name: 'row_scope', action: '', condition: usingAndCheck(sees) }];
  return [
    { name: 'row_scope', action: 'for select', condition: `using (${sees})` },
    { name: 'row_scope_insert', action: 'for insert', condition: `with check (${writes})` },
    {
      name: 'row_scope_update',
      action: 'for update',
      condition: usingAndCheck(updates, writes),
    },
    { name: 'row_scope_delete', action: 'for delete', condition: `using (${deletes})` },
  ];
}

const usingAndCheck = (using: string, check = using): string =>
  `using (${using}) with check (${check})`;

function policiesOf(
  { table, owner, rules }: { table: TableState; owner: string; rules: RowRules },
  rule: RowRule,
): string[] {
  const qualifiedName = `${table.schema}.${table.name}`;
  const conditions = policyConditions(table.name, rule, (name) => rules[name]);
  const isClosed = conditions !== null || table.schema === 'graphile_worker';
  const security = isClosed ? 'enable row level security' : 'disable row level security';
  const statements = [
    `alter table ${qualifiedName} ${security}`,
    `alter table ${qualifiedName} ${isClosed ? 'force' : 'no force'} row level security`,
    ...[...policyNames, 'whole_database'].map(
      (name) => `drop policy if exists ${name} on ${qualifiedName}`,
    ),
    ...scopePolicies(conditions).map(
      ({ name, action, condition }) =>
        `create policy ${name} on ${qualifiedName} ${action} to ${appRole} ${condition}`,
    ),
    `create policy whole_database on ${qualifiedName} to ${portalRole}, ${pg.escapeIdentifier(owner)} using (true) with check (true)`,
  ];
  const digest = createHash('sha256').update(statements.join(';')).digest('hex').slice(0, 16);
  if (table.digest === digest && table.isForced === isClosed) return [];
  return [...statements, `comment on policy row_scope on ${qualifiedName} is '${digest}'`];
}
