import type { Context } from '../../../../../server/platform/context.ts';
import { credentialTables } from '../tables.ts';

export const maxPhones = 5;

/**
 * E.164: a plus, the country code, at most 15 digits. Spaces, hyphens, periods and brackets are
 * dropped. Null when invalid.
 */
export function normalPhone(given: string): string | null {
  const bare = given.replace(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(bare) ? bare : null;
}

/** The form for users who haven't verified ownership yet: the last two digits. */
export const maskedPhone = (phone: string): string => `••••${phone.slice(-2)}`;

/** The proved phones of an account, oldest first. */
export async function listPhones(ctx: Context, userId: string) {
  return await credentialTables(ctx)
    .selectFrom('user_phone')
    .select(['id', 'phone', 'description'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
