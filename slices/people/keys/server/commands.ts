import { sql } from 'kysely';
import type * as z from 'zod';
import { type Reason, UserError, userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { objectKind, readObjectAccess } from '../../../../server/platform/access/objects.ts';
import { requireUnlockedActor } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import {
  newClientId,
  newKeySecret,
  secretHashes,
} from '../../../../server/platform/session/keySecret.ts';
import type { keyEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { ownerReason } from './present.ts';
import { defaultRate, keysMax, parseExpiry, parseRanges, validateScopes } from './rules.ts';
import { ensureSandbox } from './sandbox.ts';
import { bindServers, countKeys, insertKey, type KeyRow, lockKeyForUpdate } from './store.ts';

type CreateBody = z.output<(typeof keyEndpoints)['createKey']['body']>;
type ChangeBody = z.output<(typeof keyEndpoints)['updateKey']['body']>;

const createLockId = 7_216_021;

/**
 * Creates a key for the caller only. Throws `keyNotYours` while acting for another account, and
 * `keyLimit`, `keyScopeRefused`, `keyServersWrong`, `keyExpiryPast`, `keyRangeInvalid`,
 * `keyTestKind`.
 */
export async function createKey(
  ctx: SignedInContext,
  body: CreateBody,
): Promise<{ clientId: string; secret: string }> {
  await requireUnlockedActor(ctx);
  const reason = ownerReason(ctx, { ownerId: ctx.actor.userId });
  if (reason) throw userError(reason);
  if (body.isTest && body.type !== 'external') throw userError('keyTestKind', {}, 'isTest');
  const scopes = validateScopes(body.type, ctx.actor.role, body.scopes);
  const ranges = parseRanges(body.allowedIps ?? []);
  const expiresAt = parseExpiry(ctx, body.expiresAt);
  const serverIds = await validateServers(ctx, body.type, body.serverIds);
  await sql`select pg_advisory_xact_lock(${createLockId}, hashtext(${ctx.actor.userId}))`.execute(
    ctx.db,
  );
  if ((await countKeys(ctx, ctx.actor.userId)) >= keysMax)
    throw userError('keyLimit', { max: keysMax });
  const isTest = body.isTest ?? false;
  if (isTest) await ensureSandbox(ctx);
  const clientId = newClientId(isTest);
  const secret = newKeySecret(isTest);
  const rate = body.ratePerMinute ?? defaultRate;
  await insertKey(
    ctx,
    {
      ...{
        client_id: clientId,
        owner_id: ctx.actor.userId,
        site_id: ctx.actor.siteId,
        name: body.name,
        type: body.type,
        is_test: isTest,
      },
      ...{
        scopes,
        secret_hash: hashOf(ctx, secret),
        allowed_ips: ranges,
        rate_per_minute: rate,
        expires_at: expiresAt,
      },
    },
    serverIds,
  );
  const after = {
    name: body.name,
    type: body.type,
    isTest,
    scopes,
    serverIds,
    allowedIps: ranges,
    expiresAt: body.expiresAt ?? null,
  };
  ctx.note({ targetType: 'apikey', targetId: clientId, after });
  await announceKey(ctx, { clientId, ownerId: ctx.actor.userId, siteId: ctx.actor.siteId });
  return { clientId, secret };
}

const hashOf = (ctx: SignedInContext, secret: string): Buffer =>
  secretHashes(ctx.services.secrets, secret)[0] as Buffer;

const noServers: LocalizedText = localize('noServers');
const notBound: LocalizedText = localize('notBound');
const unknownServer: LocalizedText = localize('unknownServer');

/**
 * The servers without duplicates, all in the caller's own scope. Throws `keyServersWrong` with each
 * one that isn't.
 */
async function validateServers(
  ctx: SignedInContext,
  type: KeyRow['type'],
  serverIds: readonly string[] | undefined,
): Promise<string[]> {
  const reasonFor = (problem: LocalizedText, key: string): Reason => ({
    name: 'keyServersWrong',
    values: { problem },
    key,
  });
  if (type !== 'server') {
    if (serverIds !== undefined) throw new UserError([reasonFor(notBound, 'serverIds')]);
    return [];
  }
  if (serverIds === undefined) throw new UserError([reasonFor(noServers, 'serverIds')]);
  const kind = objectKind(ctx, 'ot.server');
  const objectAccesses = await Promise.all(
    serverIds.map((id) => (kind ? readObjectAccess(ctx, kind, id) : null)),
  );
  const reasons = objectAccesses.flatMap((objectAccess, index) =>
    (objectAccess?.rules.length ?? 0) > 0 ? [] : [reasonFor(unknownServer, `serverIds.${index}`)],
  );
  if (reasons.length > 0) throw new UserError(reasons);
  return [...new Set(serverIds.map((id) => id.toLowerCase()))];
}

/** Throws `notFound`, and `keyNotYours` for all but the owner. */
async function lockOwnKeyForUpdate(ctx: SignedInContext, clientId: string): Promise<KeyRow> {
  const key = await lockKeyForUpdate(ctx, clientId);
  await requireUnlockedActor(ctx);
  const reason = ownerReason(ctx, key);
  if (reason) throw userError(reason);
  return key;
}

/** Changes the given fields. Also throws `keyScopeRefused`, `keyExpiryPast`, `keyRangeInvalid`. */
export async function updateKey(
  ctx: SignedInContext,
  clientId: string,
  body: ChangeBody,
): Promise<void> {
  const key = await lockOwnKeyForUpdate(ctx, clientId);
  const to = {
    name: body.name ?? key.name,
    scopes:
      body.scopes === undefined
        ? key.scopes
        : validateScopes(key.type, ctx.actor.role, body.scopes),
    allowedIps: body.allowedIps === undefined ? key.allowedIps : parseRanges(body.allowedIps),
    ratePerMinute: body.ratePerMinute ?? key.ratePerMinute,
    expiresAt: body.expiresAt === undefined ? key.expiresAt : parseExpiry(ctx, body.expiresAt),
  };
  await sql`
    update api_key set name = ${to.name}, scopes = ${to.scopes}, allowed_ips = ${to.allowedIps}::cidr[], rate_per_minute = ${to.ratePerMinute},
      expires_at = ${to.expiresAt} where id = ${key.id}`.execute(ctx.db);
  const { name, scopes, allowedIps, ratePerMinute, expiresAt } = key;
  ctx.note({
    targetType: 'apikey',
    targetId: clientId,
    before: { name, scopes, allowedIps, ratePerMinute, expiresAt },
    after: to,
  });
  await announceKey(ctx, key);
}

export async function setKeyServers(
  ctx: SignedInContext,
  clientId: string,
  serverIds: readonly string[],
): Promise<void> {
  const key = await lockOwnKeyForUpdate(ctx, clientId);
  const servers = await validateServers(ctx, key.type, serverIds);
  await bindServers(ctx, key.id, servers);
  ctx.note({
    targetType: 'apikey',
    targetId: clientId,
    before: { serverIds: key.serverIds },
    after: { serverIds: servers },
  });
  await announceKey(ctx, key);
}

/** Administrators of a key can disable it, but only its owner can enable it. */
export async function enableKey(
  ctx: SignedInContext,
  clientId: string,
  isEnabled: boolean,
): Promise<void> {
  const key = isEnabled
    ? await lockOwnKeyForUpdate(ctx, clientId)
    : await lockKeyForUpdate(ctx, clientId);
  await requireUnlockedActor(ctx);
  await sql`update api_key set is_enabled = ${isEnabled} where id = ${key.id}`.execute(ctx.db);
  ctx.note({
    targetType: 'apikey',
    targetId: clientId,
    before: { isEnabled: key.isEnabled },
    after: { isEnabled },
  });
  await announceKey(ctx, key);
}

/**
 * The current secret becomes the previous one, which stays valid for the given hours. An earlier
 * secret expires immediately.
 */
export async function rotateKey(ctx: SignedInContext, clientId: string, overlapHours: number) {
  const key = await lockOwnKeyForUpdate(ctx, clientId);
  const secret = newKeySecret(key.isTest);
  const now = ctx.clock.now();
  const previousUntil =
    overlapHours > 0 ? new Date(now.getTime() + overlapHours * 3_600_000) : null;
  await sql`
    update api_key set previous_hash = secret_hash, previous_until = ${previousUntil}, secret_hash = ${hashOf(ctx, secret)},
      generation = generation + 1, rotated_at = ${now} where id = ${key.id}`.execute(ctx.db);
  ctx.note({
    targetType: 'apikey',
    targetId: clientId,
    after: { previousUntil: previousUntil?.toISOString() ?? null },
  });
  await announceKey(ctx, key);
  return { clientId, secret, previousUntil: previousUntil?.toISOString() ?? null };
}

export async function deleteKey(ctx: SignedInContext, clientId: string): Promise<void> {
  const key = await lockKeyForUpdate(ctx, clientId);
  await requireUnlockedActor(ctx);
  await sql`update api_key set deleted_at = ${ctx.clock.now()} where id = ${key.id}`.execute(
    ctx.db,
  );
  ctx.note({
    targetType: 'apikey',
    targetId: clientId,
    before: { name: key.name, type: key.type },
  });
  await announceKey(ctx, key);
}

async function announceKey(
  ctx: SignedInContext,
  { clientId, ownerId, siteId }: Pick<KeyRow, 'clientId' | 'ownerId' | 'siteId'>,
): Promise<void> {
  await announce(ctx.db, { topic: 'apikey', id: clientId, siteId, ownerId });
}
