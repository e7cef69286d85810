import { randomInt } from 'node:crypto';
import type { Context } from '../../../../../server/platform/context.ts';
import { digestOf } from '../../../../../server/platform/secrets/secrets.ts';
import { credentialTables } from '../tables.ts';
import { normalizeCode } from './codes.ts';

const count = 10;
/** Excludes characters that are easily confused: 0 o 1 l i. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten of 31 characters: 49 bits, with five attempts before the lockout. */
const newCode = (): string => {
  const characters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
};

const digest = (userId: string, code: string): Buffer =>
  digestOf(`${userId} ${normalizeCode(code)}`);

/** Replaces the account's recovery codes with ten new ones, which are shown only once. */
export async function renewRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  const db = credentialTables(ctx);
  const codes = Array.from({ length: count }, newCode);
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        user_id: userId,
        hash: digest(userId, code),
        created_at: ctx.clock.now(),
      })),
    )
    .execute();
  return codes;
}

/** Uses up a recovery code. Each code works once. */
export async function consumeRecoveryCode(
  ctx: Context,
  userId: string,
  code: string,
): Promise<boolean> {
  const result = await credentialTables(ctx)
    .updateTable('recovery_code')
    .set({ used_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .where('hash', '=', digest(userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The number of unused codes. */
export async function countRecoveryCodes(ctx: Context, userId: string): Promise<number> {
  const row = await credentialTables(ctx)
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}
