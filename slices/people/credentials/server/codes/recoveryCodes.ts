import { randomInt } from 'node:crypto';
import type { Context } from '../../../../../server/platform/context.ts';
import { digestOf } from '../../../../../server/platform/secrets/secrets.ts';
import { credentialTables } from '../tables.ts';
import { normalizeCode } from './codes.ts';

const count = 10;
/** Without what is read wrongly: 0 o 1 l i. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten characters of 31: 49 bits, and five tries before the lock. */
const newCode = (): string => {
  const characters = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
};

const digest = (userId: string, code: string): Buffer =>
  digestOf(`${userId} ${normalizeCode(code)}`);

/** Ten new codes in place of the old ones; they are shown this once. */
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

/** Takes a code, once. */
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

/** How many are left. */
export async function countRecoveryCodes(ctx: Context, userId: string): Promise<number> {
  const row = await credentialTables(ctx)
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}
