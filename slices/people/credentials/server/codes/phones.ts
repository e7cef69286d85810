import type { Context } from '../../../../../server/platform/context.ts';
import { credentialTables } from '../tables.ts';

export const maxPhones = 5;

/**
 * The phone number in E.164 format: a plus, the country code, at most 15 digits. Spaces, hyphens,
 * periods and brackets are removed. Null if invalid.
 */
export function normalizePhone(input: string): string | null {
  const stripped = input.replace(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(stripped) ? stripped : null;
}

/** The masked form, with the last two digits, for users who haven't verified ownership yet. */
export const maskedPhone = (phone: string): string => `••••${phone.slice(-2)}`;

/** The verified phone numbers of an account, oldest first. */
export async function listPhones(ctx: Context, userId: string) {
  return await credentialTables(ctx)
    .selectFrom('user_phone')
    .select(['id', 'phone', 'description'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
