import type { Context } from '../../../server/platform/context.ts';
import { credentialTables } from './tables.ts';

export const maxPhones = 5;

/** E.164: a plus, the country code, at most 15 digits. Spaces, hyphens, dots and brackets are dropped; null for what is none. */
export function normalPhone(given: string): string | null {
  const bare = given.replace(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(bare) ? bare : null;
}

/** As it is shown to who has not proved yet that it is his: the last two digits. */
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
