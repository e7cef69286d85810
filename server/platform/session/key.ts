import type { IncomingHttpHeaders } from 'node:http';
import { clientIdPattern, type KeyType, keyScopes } from '../../../contract/access/keys.ts';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { UserError, userError } from '../../../contract/errors/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import { areKeysBlocked } from '../access/restriction.ts';
import { clock } from '../clock.ts';
import type { Actor, Context, Services } from '../context.ts';
import { isKeySecret, readBearer, secretHashes } from './keySecret.ts';
import {
  accountFields,
  accountStatusOf,
  identityOf,
  isUsable,
  type SessionAccount,
} from './session.ts';

/** The credentials of a call that doesn't use a cookie. */
export type KeyCredentials = { clientId: string; secret: string } | { bearer: string };

const usageUpdateMs = 60_000;

/** The format of our tokens. Other `Bearer` values don't belong to an access key. */
const bearerPattern = /^Bearer +((?:live|test)-[a-z2-7]{20}\.[\w.-]{1,200})$/i;

/**
 * The credentials in the headers of a call: `AuthClientId` and `AuthSecret`, or `Authorization:
 * Bearer`. Null if there are none.
 */
export function keyCredentials(headers: IncomingHttpHeaders): KeyCredentials | null {
  const { authclientid: clientId, authsecret: secret, authorization } = headers;
  if (clientId !== undefined || secret !== undefined)
    return { clientId: String(clientId ?? ''), secret: String(secret ?? '') };
  const bearer = bearerPattern.exec(authorization ?? '')?.[1];
  return bearer === undefined ? null : { bearer };
}

/** The origin and target of a call with a key. */
export interface KeyCall {
  siteId: string;
  ip: string;
  language: Language;
}

interface KeyRow {
  id: string;
  client_id: string;
  name: string;
  type: KeyType;
  is_test: boolean;
  scopes: Permission[];
  /** The generation of the secret in the call. */
  generation: number;
  is_enabled: boolean;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_ip: string | null;
  rate: number;
  fits_address: boolean;
  is_stale_hash: boolean;
  server_ids: string[];
  /** Milliseconds until the next call is allowed. 0 if it is allowed now. */
  wait_ms: number;
  own: SessionAccount;
  sandbox: SessionAccount | null;
}

/**
 * In one statement, reads the key with the right secret, its owner, and whether the IP address is
 * allowed, and counts the call against the key's rate limit. A key without its own address ranges
 * uses those of its owner's account. Calls with a wrong secret aren't counted.
 */
const readKeySql = `
  with found as (
    select k.*, u.uses_allowed_ips from api_key k join user_account u on u.id = k.owner_id
    where k.client_id = $1 and k.deleted_at is null and (
      k.secret_hash = any($2) or k.generation = $3
      or (k.previous_until > $4 and (k.previous_hash = any($2) or k.generation - 1 = $3)))
  ), paced as (
    insert into api_key_pace as pace (key_id, paced_until) select id, $4::timestamptz + interval '1 minute' / rate_per_minute from found
    on conflict (key_id) do update set paced_until = greatest(pace.paced_until, $4) + (select interval '1 minute' / rate_per_minute from found)
    where pace.paced_until <= $4::timestamptz + interval '1 minute' - (select interval '1 minute' / rate_per_minute from found)
    returning key_id
  )
  select k.id, k.client_id, k.name, k.type, k.is_test, k.scopes, k.is_enabled, k.expires_at, k.last_used_at, k.last_ip,
    k.rate_per_minute as rate,
    case when k.allowed_ips <> '{}' then $5::inet <<= any(k.allowed_ips)
      when k.uses_allowed_ips then coalesce((select bool_or(address >>= $5::inet) from user_allowed_ip where user_id = k.owner_id), true)
      else true end as fits_address,
    case when k.secret_hash = any($2) or k.generation = $3 then k.generation else k.generation - 1 end as generation,
    cardinality($2::bytea[]) > 0 and k.secret_hash <> ($2::bytea[])[1] and k.secret_hash = any($2) as is_stale_hash,
    array(select server_id from api_key_server where key_id = k.id) as server_ids,
    case when exists (select from paced) then 0 else coalesce((
      select greatest(1, extract(epoch from pace.paced_until - $4::timestamptz - interval '1 minute' + interval '1 minute' / k.rate_per_minute) * 1000)::integer
      from api_key_pace pace where pace.key_id = k.id), 1) end as wait_ms,
    ${accountFields('u', 'site')} as own,
    case when k.is_test then (
      select ${accountFields('s', 'ssite')} from user_account s join site ssite on ssite.id = s.site_id where s.sandbox_of = u.id) end as sandbox
  from found k join user_account u on u.id = k.owner_id join site on site.id = u.site_id`;

/**
 * Reads the account of a call with a key from the database on every call, so that a deleted key or
 * a suspended owner takes effect immediately. Throws `keyRefused` (for a wrong secret or an unknown
 * key), `keyDisabled`, `keyExpired`, `keyOwnerClosed`, `keyAddressRefused`, or `keyTooFast`.
 */
export async function readKey(
  services: Services,
  credentials: KeyCredentials,
  call: KeyCall,
): Promise<Actor> {
  return (await readKeyRow(services, credentials, call)).actor;
}

/** Does the same, and returns the data from which a token is derived. */
export async function readKeyRow(
  { database: { pool }, secrets }: Services,
  credentials: KeyCredentials,
  { siteId, ip, language }: KeyCall,
): Promise<{ actor: Actor; generation: number }> {
  const now = clock.now();
  const keyRequest = parseCredentials(secrets, credentials, now);
  if (!keyRequest) throw userError('keyRefused');
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const { rows } = await pool.query<KeyRow>({
    name: 'read-key',
    text: readKeySql,
    values: [keyRequest.clientId, keyRequest.hashes, keyRequest.generation, now, address],
  });
  const row = rows[0];
  if (!row || row.own.site_id !== siteId) throw userError('keyRefused');
  requireUsableKey(row, address, now, language);
  const needsUpdate =
    row.last_ip !== address || now.getTime() - (row.last_used_at?.getTime() ?? 0) > usageUpdateMs;
  if (needsUpdate || row.is_stale_hash) {
    await pool.query(
      'update api_key set last_used_at = $2, last_ip = $3, secret_hash = coalesce($4, secret_hash) where id = $1',
      [...[row.id, now, address], row.is_stale_hash ? keyRequest.hashes[0] : null],
    );
  }
  return { actor: actorOf(row, language), generation: row.generation };
}

function parseCredentials(secrets: Services['secrets'], credentials: KeyCredentials, now: Date) {
  if ('bearer' in credentials) {
    const bearer = readBearer(secrets, credentials.bearer, now);
    return bearer && { ...bearer, hashes: [] as Buffer[] };
  }
  const isWellFormed =
    clientIdPattern.test(credentials.clientId) && isKeySecret(credentials.secret);
  return isWellFormed
    ? {
        clientId: credentials.clientId,
        generation: null,
        hashes: secretHashes(secrets, credentials.secret),
      }
    : null;
}

const isOwnerBlocked = (owner: SessionAccount): boolean =>
  areKeysBlocked({ role: owner.role, ...accountStatusOf(owner).account });

/** Rejects keys that can't be used. Only callers who know the secret learn the reason. */
function requireUsableKey(row: KeyRow, address: string, now: Date, language: Language): void {
  const key = row.client_id;
  if (!row.is_enabled) throw userError('keyDisabled', { key });
  if (row.expires_at && row.expires_at <= now)
    throw userError('keyExpired', {
      key,
      date: row.expires_at.toLocaleDateString(language, { timeZone: row.own.time_zone }),
    });
  if (!isUsable(row.own) || isOwnerBlocked(row.own) || (row.is_test && !row.sandbox))
    throw userError('keyOwnerClosed', { key });
  if (!row.fits_address) throw userError('keyAddressRefused', { key, ip: address });
  if (row.wait_ms > 0) {
    const seconds = Math.max(1, Math.ceil(row.wait_ms / 1000));
    throw new UserError(
      [{ name: 'keyTooFast', values: { key, rate: row.rate, seconds } }],
      seconds,
    );
  }
}

/** The granted permissions that the key's type allows. */
function storedScopes({ type, scopes }: Pick<KeyRow, 'type' | 'scopes'>): Set<Permission> {
  const allowedScopes = keyScopes[type] as readonly Permission[];
  return new Set(scopes.filter((scope) => allowedScopes.includes(scope)));
}

/** The actor of the key's owner. Calls with a test key run as the owner's sandbox account. */
function actorOf(row: KeyRow, language: Language): Actor {
  const { own, sandbox } = row;
  return {
    ...identityOf(sandbox ?? own),
    language: (own.language as Language | null) ?? language,
    isSandboxed: sandbox !== null,
    key: {
      ...{
        id: row.id,
        clientId: row.client_id,
        name: row.name,
        type: row.type,
        isTest: row.is_test,
      },
      generation: row.generation,
      scopes: storedScopes(row),
      serverIds: row.type === 'server' ? row.server_ids : null,
    },
    session: {
      hash: Buffer.alloc(0),
      provedAt: null,
      ...accountStatusOf(own),
      timeZone: own.time_zone,
      dateFormat: own.date_format ?? '',
      operator: null,
    },
  };
}

/**
 * Checks limits that apply to keys regardless of their owner. Calls that require no permission that
 * keys can have are rejected, and so are calls of a key bound to servers that aren't about those
 * servers. Throws `keyNotForThis` or
 * `keyServersOnly`, and `notFound` for another server, as for a missing one.
 */
export function requireKeyAccess(
  { actor }: Pick<Context, 'actor'>,
  endpoint: Endpoint,
  params: Record<string, unknown>,
): void {
  const key = actor?.key;
  if (!key || endpoint.forKeys) return;
  if (endpoint.access === 'public' || endpoint.access === 'signedIn')
    throw userError('keyNotForThis');
  if (!(keyScopes.external as readonly string[]).includes(endpoint.access))
    throw userError('keyNotForThis');
  if (key.serverIds === null) return;
  if (endpoint.path.includes('{serverId}')) {
    const serverId = String(params.serverId);
    if (!key.serverIds.includes(serverId.toLowerCase()))
      throw userError('notFound', { what: 'server', id: serverId.slice(0, 100) });
  } else if (!endpoint.forBoundKeys) throw userError('keyServersOnly', { key: key.clientId });
}

/** The current rights of a key, for resources that were opened with it. */
export interface WorkingKey {
  /**
   * The accepted secret generations: the current one, and the previous one during its grace period.
   */
  generations: readonly number[];
  scopes: ReadonlySet<Permission>;
  /** Null if the key isn't bound to servers. */
  serverIds: readonly string[] | null;
}

type WorkingRow = Pick<KeyRow, 'id' | 'type' | 'scopes' | 'generation' | 'server_ids' | 'own'> & {
  has_previous: boolean;
};

/**
 * Returns the keys, by ID, that currently work: not deleted, disabled, or expired, and with an
 * owner who has access.
 */
export async function workingKeys(
  { database: { pool } }: Services,
  ids: readonly string[],
): Promise<Map<string, WorkingKey>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<WorkingRow>({
    name: 'working-keys',
    text: `
      select k.id, k.type, k.scopes, k.generation, coalesce(k.previous_until > $2, false) as has_previous,
        array(select server_id from api_key_server where key_id = k.id) as server_ids, ${accountFields('u', 'site')} as own
      from api_key k join user_account u on u.id = k.owner_id join site on site.id = u.site_id
      where k.id = any($1) and k.deleted_at is null and k.is_enabled and (k.expires_at is null or k.expires_at > $2)`,
    values: [ids, clock.now()],
  });
  return new Map(
    rows
      .filter(({ own }) => isUsable(own) && !isOwnerBlocked(own))
      .map(({ generation, has_previous, server_ids, ...row }) => [
        row.id,
        {
          generations: has_previous ? [generation, generation - 1] : [generation],
          scopes: storedScopes(row),
          serverIds: row.type === 'server' ? server_ids : null,
        },
      ]),
  );
}
