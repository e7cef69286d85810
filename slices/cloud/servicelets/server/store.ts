import { sql } from 'kysely';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { GuestSignIn } from '../../consoles/server/index.ts';
import { serversById } from '../../servers/server/index.ts';
import {
  type ServiceletKind,
  type ServiceletMethod,
  type ServiceletState,
  serviceletTables,
} from './tables.ts';

/** Maximum stored output of a script, in characters. Only the end is kept. */
export const maxOutputLength = 256 * 1024;

/** The SSH sign-in data and port. */
export type SshAccess = GuestSignIn & { port: number };

/**
 * The environment of a script and the user that runs it. `secrets` and credentials are masked in
 * its output.
 */
export interface InputValues {
  values: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  /** If omitted, the guest agent runs the script. */
  ssh?: SshAccess;
}

export interface Servicelet {
  id: string;
  serverId: string;
  ownerId: string;
  siteId: string;
  kind: ServiceletKind;
  title: LocalizedText;
  script: string;
  by: ServiceletMethod;
  sshUser: string | null;
  sshPort: number | null;
  /** Encrypted `InputValues`. */
  environment: Buffer | null;
  timeoutSeconds: number;
  state: ServiceletState;
  exitCode: number | null;
  output: string;
  isTruncated: boolean;
  readBytes: number;
  problem: LocalizedText | null;
  problemCode: number | null;
  cmdId: number | null;
  createdBy: string | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}

const summaryColumns = sql`
  s.id, s.server_id as "serverId", s.owner_id as "ownerId", s.site_id as "siteId", s.kind, s.title, s.through as by,
  s.ssh_user as "sshUser", s.ssh_port as "sshPort", s.timeout_seconds as "timeoutSeconds", s.state, s.exit_code as "exitCode",
  s.is_truncated as "isTruncated", s.read_bytes as "readBytes", s.problem, s.problem_code as "problemCode", s.cmd_id as "cmdId",
  s.created_by as "createdBy", s.created_at as "createdAt", s.started_at as "startedAt", s.ended_at as "endedAt"`;
const columns = sql`${summaryColumns}, s.script, s.environment, s.output`;

type Db = Pick<Context, 'db'>;

/** Returns null if the servicelet no longer exists, for example because its server was deleted. */
export async function readServicelet(ctx: Db, id: string): Promise<Servicelet | null> {
  const { rows } =
    await sql<Servicelet>`select ${columns} from servicelet s where s.id = ${id}`.execute(ctx.db);
  return rows[0] ?? null;
}

/** A script run, with the email address of the user who requested it. */
export type ServiceletSummary = Omit<Servicelet, 'output' | 'script' | 'environment'> & {
  email: string | null;
};

/** Returns the latest 100 script runs of a server, newest first, without their output. */
export async function serviceletsOf(ctx: Db, serverId: string): Promise<ServiceletSummary[]> {
  const { rows } = await sql<ServiceletSummary>`
    select ${summaryColumns}, account_email(s.created_by) as email from servicelet s
    where s.server_id = ${serverId} order by s.created_at desc, s.id limit 100`.execute(ctx.db);
  return rows;
}

/** Returns one script run with all its fields, including the output. */
export async function findServicelet(
  ctx: Db,
  serverId: string,
  id: string,
): Promise<(Servicelet & { email: string | null }) | null> {
  const { rows } = await sql<Servicelet & { email: string | null }>`
    select ${columns}, account_email(s.created_by) as email from servicelet s
    where s.server_id = ${serverId} and s.id = ${id}`.execute(ctx.db);
  return rows[0] ?? null;
}

export async function openCount(ctx: Db, serverId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from servicelet where server_id = ${serverId} and ended_at is null`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

export async function markStarted(ctx: Db, servicelet: Servicelet): Promise<void> {
  await sql`
    update servicelet set state = 'running', started_at = coalesce(started_at, clock_timestamp()) where id = ${servicelet.id} and ended_at is null`.execute(
    ctx.db,
  );
  await announceServicelet(ctx, servicelet);
}

/** Appends the output read from `fromByte` on. Does nothing if it was already stored. */
export async function addOutput(
  ctx: Db,
  servicelet: Servicelet,
  fromByte: number,
  text: string,
  bytes: number,
): Promise<void> {
  await sql`
    update servicelet set output = right(output || ${text}, ${maxOutputLength}), read_bytes = read_bytes + ${bytes},
      is_truncated = is_truncated or length(output) + ${text.length} > ${maxOutputLength}
    where id = ${servicelet.id} and read_bytes = ${fromByte}`.execute(ctx.db);
  await announceServicelet(ctx, servicelet);
}

export interface End {
  state: Exclude<ServiceletState, 'queued' | 'running'>;
  exitCode: number | null;
  problem: LocalizedText | null;
  /** The status code of the problem, if it has one. */
  problemCode: number | null;
}

/** Records the result once, and deletes the values passed to the script. */
export async function markEnded(ctx: Db, servicelet: Servicelet, end: End): Promise<void> {
  await serviceletTables(ctx)
    .updateTable('servicelet')
    .set({
      state: end.state,
      exit_code: end.exitCode,
      problem: end.problem && JSON.stringify(end.problem),
      problem_code: end.problemCode,
      environment: null,
      ended_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', servicelet.id)
    .where('ended_at', 'is', null)
    .execute();
  await announceServicelet(ctx, servicelet);
}

/**
 * Notifies the browsers that display the server. The server's current owner determines the
 * recipients.
 */
export async function announceServicelet(
  ctx: Db,
  { id, serverId }: Pick<Servicelet, 'id' | 'serverId'>,
): Promise<void> {
  const [server] = await serversById(ctx, [serverId]);
  if (!server) return;
  await announce(ctx.db, {
    topic: 'servicelet',
    id,
    siteId: server.siteId,
    ownerId: server.ownerId,
    data: { serverId },
  });
}

/** Ends runs that were canceled while queued, or whose task ended without a stored result. */
export async function closeEndedRuns(ctx: Db): Promise<number> {
  const { rows } = await sql<Pick<Servicelet, 'id' | 'serverId'>>`
    update servicelet s set state = case t.state when 'cancelled' then 'cancelled' else 'failed' end, environment = null, ended_at = clock_timestamp()
    from task t where t.id = s.cmd_id and s.ended_at is null and t.completed_at is not null
    returning s.id, s.server_id as "serverId"`.execute(ctx.db);
  for (const row of rows) await announceServicelet(ctx, row);
  return rows.length;
}

/** Purges runs that ended this many days ago. */
export async function deleteOldServicelets(ctx: Db, days: number): Promise<void> {
  await sql`
    delete from servicelet where id in (
      select id from servicelet where ended_at is not null and created_at < now() - make_interval(days => ${days}) order by created_at limit 1000)`.execute(
    ctx.db,
  );
}
