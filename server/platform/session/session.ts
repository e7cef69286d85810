import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Role } from '../../../contract/access/roles.ts';
import type { Language } from '../../../contract/languages.ts';
import { rightsOf } from '../access/effectiveRights.ts';
import { type Reach, reachOf } from '../access/objectAccess.ts';
import { clock } from '../clock.ts';
import type { Actor, SessionFacts } from '../context.ts';
import type { Database } from '../database/database.ts';
import { lossOf, type SessionEndReason } from './sessionEnd.ts';

/** Idle and absolute timeouts of a session. */
export const sessionLimits = {
  idleMs: 4 * 3_600_000,
  absoluteMs: 7 * 24 * 3_600_000,
  touchEveryMs: 60_000,
};

export interface Session {
  idHash: Buffer;
  actor: Actor;
}

export interface SessionLookup {
  session: Session | null;
  loss: SessionEndReason;
}

const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest();

/** The stored hash of a session ID. */
export const sessionIdHash = hashOf;

/**
 * The CSRF token of a session. It is derived from the cookie's secret value, so nothing else is
 * stored and a token never matches another session.
 */
export function csrfToken(cookieValue: string): string {
  return createHmac('sha256', cookieValue).update('cloudberth csrf').digest('base64url');
}

export function isCsrfToken(cookieValue: string, token: string): boolean {
  const right = Buffer.from(csrfToken(cookieValue));
  const givenBytes = Buffer.from(token);
  return right.length === givenBytes.length && timingSafeEqual(right, givenBytes);
}

export interface NewSession {
  userId: string;
  siteId: string;
  ip: string;
  userAgent: string;
  /** How the user authenticated. */
  method: string;
}

/** Starts a session and returns the cookie value, which only the browser stores. */
export async function startSession(db: Database, session: NewSession): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  const now = clock.now();
  await db
    .insertInto('session')
    .values({
      id_hash: hashOf(value),
      user_id: session.userId,
      site_id: session.siteId,
      ip: session.ip,
      user_agent: session.userAgent.slice(0, 400),
      method: session.method,
      proved_at: now,
      expires_at: new Date(now.getTime() + sessionLimits.absoluteMs),
    })
    .execute();
  return value;
}

export type EndReason = 'loggedOut' | 'disconnected' | 'ipChanged' | 'expired';

export async function endSession(db: Database, idHash: Buffer, reason: EndReason): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: clock.now(), end_reason: reason })
    .where('id_hash', '=', idHash)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Ends a user's sessions, either all or all but one. Their browsers see "disconnected" on their
 * next call. Returns the number of ended sessions.
 */
export async function disconnectUser(
  db: Database,
  userId: string,
  exceptIdHash?: Buffer,
): Promise<number> {
  let query = db
    .updateTable('session')
    .set({ ended_at: clock.now(), end_reason: 'disconnected' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (exceptIdHash) query = query.where('id_hash', '!=', exceptIdHash);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

interface SessionRow {
  user_id: string;
  site_id: string;
  ip: string;
  ended_at: Date | null;
  end_reason: string | null;
  expires_at: Date;
  last_seen_at: Date;
  proved_at: Date | null;
  acting_until: Date | null;
  acting_may_change: boolean;
  /** The account the session belongs to. */
  own: SessionAccount;
  /** The account on whose behalf it is used. */
  subject: SessionAccount | null;
}

export interface SessionAccount {
  id: string;
  site_id: string;
  email: string;
  role: Role;
  parent_id: string | null;
  is_enabled: boolean;
  is_deleted: boolean;
  is_locked: boolean;
  is_validated: boolean;
  binds_to_ip: boolean;
  uses_allowed_ips: boolean;
  language: string | null;
  path: string;
  is_suspended: boolean;
  billing_state: number;
  account_state: string;
  parent: { role: Role; account_state: string; billing_state: number } | null;
  external_state: number;
  payment_type: string;
  uses_tfa: boolean;
  time_zone: string;
  date_format: string | null;
  reach: Reach;
}

/**
 * SQL expression for a `SessionAccount`, given the aliases of an account and its site in the query.
 */
export const accountFields = (
  account: string,
  site: string,
): string => `json_build_object('id', ${account}.id, 'site_id', ${account}.site_id,
  'email', ${account}.email, 'role', ${account}.role, 'parent_id', ${account}.parent_id, 'is_enabled', ${account}.is_enabled,
  'is_deleted', ${account}.deleted_at is not null, 'is_locked', ${account}.is_parent_locked,
  'is_validated', ${account}.is_email_validated or not ${site}.requires_email_validation, 'binds_to_ip', ${account}.binds_session_to_ip,
  'uses_allowed_ips', ${account}.uses_allowed_ips, 'language', ${account}.language, 'path', ${site}.path,
  'is_suspended', ${site}.status = 'suspended', 'billing_state', ${account}.billing_state, 'account_state', ${account}.account_state,
  'parent', (select json_build_object('role', payer.role, 'account_state', payer.account_state, 'billing_state', payer.billing_state)
    from user_account payer where payer.id = ${account}.parent_id),
  'external_state', ${account}.external_state, 'payment_type', ${account}.payment_type, 'uses_tfa', ${account}.uses_tfa,
  'time_zone', coalesce(${account}.time_zone, ${site}.time_zone), 'date_format', ${account}.date_format, 'reach', ${reachOf(account, site)})`;

const readSessionSql = `
  select s.user_id, s.site_id, s.ip, s.ended_at, s.end_reason, s.expires_at, s.last_seen_at, s.proved_at, s.acting_until, s.acting_may_change,
    ${accountFields('u', 'site')} as own,
    case when s.acting_for is null then null else (
      select ${accountFields('a', 'asite')} from user_account a join site asite on asite.id = a.site_id where a.id = s.acting_for) end as subject
  from session s join user_account u on u.id = s.user_id join site on site.id = u.site_id
  where s.id_hash = $1`;

const pendingReads = new Map<string, Promise<SessionLookup>>();

/**
 * `readSession`, shared by simultaneous calls, such as those that a page makes when it loads. The
 * result is at most one statement older than the call.
 */
export function readSessionOnce(...args: Parameters<typeof readSession>): Promise<SessionLookup> {
  const [, ...keyParts] = args;
  const key = keyParts.join(' ');
  const pendingSession = pendingReads.get(key);
  if (pendingSession) return pendingSession;
  const pendingRead = readSession(...args).finally(() => pendingReads.delete(key));
  pendingReads.set(key, pendingRead);
  return pendingRead;
}

/**
 * Reads the account of a cookie from the database on every call, so that a disabled account or an
 * ended session takes effect immediately. `siteId` is the site of the requested host. A cookie of
 * another site isn't valid here.
 */
export async function readSession(
  pool: pg.Pool,
  cookieValue: string,
  siteId: string,
  ip: string,
  fallbackLanguage: Language,
): Promise<SessionLookup> {
  const idHash = hashOf(cookieValue);
  const { rows } = await pool.query<SessionRow>({
    name: 'read-session',
    text: readSessionSql,
    values: [idHash],
  });
  const row = rows[0];
  if (!row || row.site_id !== siteId) return { session: null, loss: 'none' };
  if (row.ended_at) return { session: null, loss: lossOf(row.end_reason) };
  const now = clock.now().getTime();
  if (isExpired(row, now) || !isUsable(row.own))
    return { session: null, loss: isExpired(row, now) ? 'over' : 'disconnected' };
  if (row.ip !== ip && (await isBoundToIp(pool, row.own, ip))) {
    await pool.query(
      "update session set ended_at = $2, end_reason = 'ipChanged' where id_hash = $1 and ended_at is null",
      [idHash, clock.now()],
    );
    return { session: null, loss: 'ipChanged' };
  }
  if (now - row.last_seen_at.getTime() > sessionLimits.touchEveryMs) {
    await pool.query('update session set last_seen_at = $2 where id_hash = $1', [
      idHash,
      clock.now(),
    ]);
  }
  const subject = await subjectOf(pool, row, now);
  return {
    session: { idHash, actor: actorOf({ ...row, subject }, idHash, fallbackLanguage) },
    loss: 'none',
  };
}

export const isUsable = (account: SessionAccount): boolean =>
  account.is_enabled && !account.is_deleted && !account.is_suspended;

/**
 * The account for which a session is currently used, for resources that were opened with the
 * session and outlive the call. Null once the session has ended. Doesn't check the IP address or
 * count as session activity.
 */
export async function findSessionAccount(pool: pg.Pool, idHash: Buffer): Promise<string | null> {
  const { rows } = await pool.query<SessionRow>({
    name: 'read-session',
    text: readSessionSql,
    values: [idHash],
  });
  const row = rows[0];
  const now = clock.now().getTime();
  if (!row || row.ended_at || isExpired(row, now) || !isUsable(row.own)) return null;
  return ((await subjectOf(pool, row, now)) ?? row.own).id;
}

const isExpired = (row: SessionRow, now: number): boolean =>
  now >= row.expires_at.getTime() || now - row.last_seen_at.getTime() > sessionLimits.idleMs;

/**
 * Whether the session ends when used from another IP address, because the user enabled this or the
 * new address isn't allowed.
 */
async function isBoundToIp(pool: pg.Pool, account: SessionAccount, ip: string): Promise<boolean> {
  if (account.binds_to_ip) return true;
  if (!account.uses_allowed_ips) return false;
  const { rows } = await pool.query<{ fits: boolean | null }>(
    'select bool_or(address >>= $2::inet) as fits from user_allowed_ip where user_id = $1',
    [account.id, ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')],
  );
  return rows[0]?.fits === false;
}

/**
 * The account on which the session acts. Null after the time limit, or once the signed-in user no
 * longer has all rights of that account. Either account can gain or lose a role, a site, or a group
 * meanwhile.
 */
async function subjectOf(
  pool: pg.Pool,
  { own, subject, acting_until: until }: SessionRow,
  now: number,
): Promise<SessionAccount | null> {
  if (subject === null || until === null || until.getTime() <= now || !isUsable(subject))
    return null;
  const { reach, userId, top, covered } = rightsOf(identityOf(own));
  const { rows } = await pool.query<{ lack: string | null }>({
    name: 'acting-lack',
    text: 'select person_lack($1, $2, $3, $4, $5) as lack',
    values: [reach, userId, top, covered, subject.id],
  });
  return rows[0]?.lack === null ? subject : null;
}

/**
 * The account that this session's calls run as: the other account, if the user acts on its behalf.
 */
function actorOf(row: SessionRow, idHash: Buffer, fallbackLanguage: Language): Actor {
  const { own, subject, acting_until: until } = row;
  const account = subject ?? own;
  return {
    ...identityOf(account),
    language: (own.language as Language | null) ?? fallbackLanguage,
    session: {
      hash: idHash,
      provedAt: row.proved_at,
      ...accountStatusOf(account),
      timeZone: own.time_zone,
      dateFormat: own.date_format ?? '',
      operator:
        subject && until
          ? {
              userId: own.id,
              siteId: own.site_id,
              email: own.email,
              role: own.role,
              until,
              mayChange: row.acting_may_change,
            }
          : null,
    },
  };
}

export const identityOf = (account: SessionAccount): Omit<Actor, 'language'> => ({
  userId: account.id,
  siteId: account.site_id,
  sitePath: account.path,
  role: account.role,
  email: account.email,
  parentId: account.parent_id,
  reach: account.reach,
});

export const accountStatusOf = (
  account: SessionAccount,
): Pick<SessionFacts, 'isEmailValidated' | 'isLocked' | 'account'> => ({
  isEmailValidated: account.is_validated,
  isLocked: account.is_locked,
  account: {
    billingState: account.billing_state,
    accountState: account.account_state,
    parent: account.parent && {
      role: account.parent.role,
      accountState: account.parent.account_state,
      billingState: account.parent.billing_state,
    },
    externalState: account.external_state,
    paymentType: account.payment_type,
    usesTfa: account.uses_tfa,
  },
});
