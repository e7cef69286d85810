import { createHmac, randomBytes } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { equalDigests } from '../../../../../server/platform/secrets/secrets.ts';
import { localize } from '../../texts/localize.ts';
import { credentialTables } from '../tables.ts';
import { consumeProof } from '../tokens.ts';

const challengeMinutes = 5;
const randomLength = 16;
const timeLength = 6;

type ChallengePurpose = 'login' | 'register' | 'prove';

/**
 * A stateless challenge, so that anonymous callers can't fill a table: random bytes and an expiry,
 * signed for the site, the purpose and the account ('' while unknown). It is valid for one
 * response.
 */
function newChallenge(ctx: Context, purpose: ChallengePurpose, userId: string): Buffer {
  const body = Buffer.concat([randomBytes(randomLength), Buffer.alloc(timeLength)]);
  body.writeUIntBE(
    Math.floor(ctx.clock.now().getTime() / 1000) + challengeMinutes * 60,
    randomLength,
    timeLength,
  );
  return Buffer.concat([body, signature(ctx, body, purpose, userId)]);
}

const signature = (ctx: Context, body: Buffer, purpose: ChallengePurpose, userId: string): Buffer =>
  createHmac('sha256', ctx.services.secrets.signingKey('passkey challenge'))
    .update(`${purpose} ${ctx.site.id} ${userId} `)
    .update(body)
    .digest();

function isIssuedChallenge(
  ctx: Context,
  challenge: string,
  purpose: ChallengePurpose,
  userId: string,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const body = bytes.subarray(0, randomLength + timeLength);
  if (body.length !== randomLength + timeLength) return false;
  if (
    !equalDigests(bytes.subarray(randomLength + timeLength), signature(ctx, body, purpose, userId))
  )
    return false;
  return body.readUIntBE(randomLength, timeLength) * 1000 > ctx.clock.now().getTime();
}

const texts = {
  stale: localize('stale'),
  unknown: localize('unknown'),
  unproved: localize('unproved'),
  taken: localize('taken'),
} satisfies Record<string, LocalizedText>;

const passkeyRejected = (problem: keyof typeof texts) =>
  userError('passkeyRefused', { problem: texts[problem] });

/** The relying party ID that passkeys are bound to: the host that users enter, without its port. */
const partyOf = (request: FastifyRequest): { rpId: string; origin: string } => ({
  rpId: request.hostname,
  origin: `${request.protocol}://${request.host}`,
});

/** Options for `navigator.credentials.create`. */
export async function registrationOptions(
  ctx: Context,
  request: FastifyRequest,
  user: { id: string; email: string },
) {
  const existing = await listPasskeys(ctx, user.id);
  return await generateRegistrationOptions({
    rpName: ctx.site.systemName,
    rpID: partyOf(request).rpId,
    userName: user.email,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: new Uint8Array(newChallenge(ctx, 'register', user.id)),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: existing.map(({ id }) => ({ id })),
  });
}

/** Stores the passkey created by the browser. Throws `passkeyRefused`. */
export async function registerPasskey(
  ctx: Context,
  request: FastifyRequest,
  userId: string,
  response: unknown,
  name: string,
): Promise<string> {
  const { rpId, origin } = partyOf(request);
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => isIssuedChallenge(ctx, challenge, 'register', userId),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) throw passkeyRejected('unproved');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  await consumeChallenge(ctx, response);
  const inserted = await credentialTables(ctx)
    .insertInto('passkey')
    .values({
      id: credential.id,
      user_id: userId,
      site_id: ctx.site.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
      is_backed_up: credentialBackedUp,
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) throw passkeyRejected('taken');
  return credential.id;
}

/**
 * Options for `navigator.credentials.get`: for one account, or for any account known to the
 * authenticator.
 */
export async function authenticationOptions(
  ctx: Context,
  request: FastifyRequest,
  purpose: 'login' | 'prove',
  userId: string | null,
) {
  const existing = userId === null ? [] : await listPasskeys(ctx, userId);
  return await generateAuthenticationOptions({
    rpID: partyOf(request).rpId,
    challenge: new Uint8Array(newChallenge(ctx, purpose, userId ?? '')),
    userVerification: 'preferred',
    allowCredentials: existing.map(({ id }) => ({ id })),
  });
}

export interface PasskeyProof {
  userId: string;
  /**
   * Whether the authenticator verified the user (fingerprint, face, or PIN), so that it counts as
   * both factors.
   */
  isUserVerified: boolean;
}

/**
 * Verifies the authenticator's signature. Only one of several calls with the same response
 * succeeds. Throws `passkeyRefused`.
 */
export async function consumePasskey(
  ctx: Context,
  request: FastifyRequest,
  purpose: 'login' | 'prove',
  expectedUserId: string | null,
  response: { id: string },
): Promise<PasskeyProof> {
  const db = credentialTables(ctx);
  const row = await db
    .selectFrom('passkey')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('id', '=', response.id)
    .where('site_id', '=', ctx.site.id)
    .executeTakeFirst();
  if (!row || (expectedUserId !== null && row.user_id !== expectedUserId))
    throw passkeyRejected('unknown');
  const { rpId, origin } = partyOf(request);
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) =>
      isIssuedChallenge(ctx, challenge, purpose, expectedUserId ?? ''),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) throw passkeyRejected('unproved');
  await consumeChallenge(ctx, response);
  await db
    .updateTable('passkey')
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: ctx.clock.now() })
    .where('id', '=', row.id)
    .execute();
  return { userId: row.user_id, isUserVerified: verified.authenticationInfo.userVerified };
}

async function consumeChallenge(ctx: Context, response: unknown): Promise<void> {
  const { clientDataJSON } = (response as { response: { clientDataJSON: string } }).response;
  const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
    challenge: string;
  };
  const until = new Date(ctx.clock.now().getTime() + challengeMinutes * 60_000);
  if (!(await consumeProof(ctx, challenge, until))) throw passkeyRejected('stale');
}

/** The passkeys of an account, oldest first. */
export async function listPasskeys(ctx: Context, userId: string) {
  return await credentialTables(ctx)
    .selectFrom('passkey')
    .select(['id', 'name', 'is_backed_up', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
