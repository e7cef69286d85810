import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../context.ts';

const keyPattern = /^[\w.:-]{1,200}$/;

/**
 * With an `Idempotency-Key` the effect happens once: the key is written in the transaction of the effect, and whoever sends it
 * again is given the first answer. A call that refuses leaves no key. The same key with another request is refused.
 */
export async function answerOnce(ctx: Context, request: FastifyRequest, operation: string, run: () => Promise<unknown>): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !ctx.actor) return await run();
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw refuse(
      'inputInvalid',
      { problem: { en: '1 to 200 letters, digits, or . : _ -', he: '1 עד 200 אותיות, ספרות או . : _ -' } },
      'Idempotency-Key',
    );
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([operation, request.params, request.query, request.body ?? null]))
    .digest();
  // A second call with the key waits here until the first has committed or rolled back.
  const inserted = await ctx.db
    .insertInto('idempotency')
    .values({ actor_id: ctx.actor.userId, key, fingerprint, status: null, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!inserted) {
    const earlier = await ctx.db
      .selectFrom('idempotency')
      .select(['fingerprint', 'answer'])
      .where('actor_id', '=', ctx.actor.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (!earlier.fingerprint.equals(fingerprint)) throw refuse('idempotencyKeyReused', { key });
    return earlier.answer;
  }
  const answer = await run();
  await ctx.db
    .updateTable('idempotency')
    .set({ status: 200, answer: JSON.stringify(answer ?? null) })
    .where('actor_id', '=', ctx.actor.userId)
    .where('key', '=', key)
    .execute();
  return answer;
}
