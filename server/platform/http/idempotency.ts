import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { userError } from '../../../contract/errors/errors.ts';
import type { Context } from '../context.ts';
import type { SecretLocation } from '../secrets/secrets.ts';
import { localize } from '../texts/localize.ts';

/**
 * The location of an encrypted response. A response moved to another account's key can't be
 * decrypted.
 */
const secretLocationOf = (actorId: string, key: string): SecretLocation => ({
  column: 'idempotency.sealed',
  row: `${actorId} ${key}`,
});

const keyPattern = /^[\w.:-]{1,200}$/;

/**
 * With an `Idempotency-Key`, a call takes effect once: the key is written in the same transaction,
 * and a repetition returns the first response. A rejected call doesn't store the key. The same key
 * with a different request is rejected. The response is stored encrypted, because some responses
 * contain a secret that is shown only once.
 */
export async function answerOnce(
  ctx: Context,
  request: FastifyRequest,
  operation: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !ctx.actor) return await run();
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw userError(
      'inputInvalid',
      {
        problem: localize('idempotency.problem.use1200Letters'),
      },
      'Idempotency-Key',
    );
  const { secrets } = ctx.services;
  const location = secretLocationOf(ctx.actor.userId, key);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([operation, request.params, request.query, request.body ?? null]))
    .digest();
  // A second call with the same key waits here until the first has committed or rolled back.
  const inserted = await ctx.db
    .insertInto('idempotency')
    .values({
      actor_id: ctx.actor.userId,
      key,
      fingerprint,
      status: null,
      answer: null,
      sealed: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!inserted) {
    const earlier = await ctx.db
      .selectFrom('idempotency')
      .select(['fingerprint', 'answer', 'sealed'])
      .where('actor_id', '=', ctx.actor.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (!earlier.fingerprint.equals(fingerprint)) throw userError('idempotencyKeyReused', { key });
    return earlier.sealed ? JSON.parse(secrets.open(earlier.sealed, location)) : earlier.answer;
  }
  const answer = await run();
  await ctx.db
    .updateTable('idempotency')
    .set({ status: 200, sealed: secrets.seal(JSON.stringify(answer ?? null), location) })
    .where('actor_id', '=', ctx.actor.userId)
    .where('key', '=', key)
    .execute();
  return answer;
}
