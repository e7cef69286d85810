import type { Role } from '../../../../contract/access/roles.ts';
import { normalizeEmail } from '../../../../contract/fields/email.ts';
import type { Language } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { disconnectUser } from '../../../../server/platform/session/session.ts';
import { writePasswordHash } from '../../credentials/server/index.ts';

/** An account to be inserted. Missing fields are null, empty or unverified. */
export interface NewAccount {
  siteId: string;
  email: string;
  parentId?: string | null;
  role?: Role;
  firstName?: string;
  lastName?: string;
  language?: Language | null;
  passwordHash?: string | null;
  isEmailValidated?: boolean;
}

/**
 * Inserts an account. Used for every sign-up, creation, invitation and provider sign-in. Null if
 * the email address is already in use on the site.
 */
export async function insertAccount(
  ctx: Pick<Context, 'db' | 'clock'>,
  account: NewAccount,
): Promise<string | null> {
  const now = ctx.clock.now();
  const { siteId, parentId = null, role = 'user', firstName = '', lastName = '' } = account;
  const { language = null, passwordHash = null, isEmailValidated = false } = account;
  const row = await ctx.db
    .insertInto('user_account')
    .values({
      ...{
        site_id: siteId,
        email: normalizeEmail(account.email),
        parent_id: parentId,
        role,
        first_name: firstName,
        last_name: lastName,
        language,
      },
      ...{
        password_changed_at: passwordHash === null ? null : now,
        is_email_validated: isEmailValidated,
      },
      ...{ created_at: now, time_zone: null, date_format: null, deleted_at: null },
    })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'email_key']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  if (passwordHash !== null) await writePasswordHash(ctx, row.id, passwordHash);
  return row.id;
}

/**
 * Deactivates an account whose creator never verified its email address, once the address turns out
 * to belong to another user. Its password, passkeys, codes and sessions become invalid. It owns
 * nothing, because an unverified account can't do anything.
 */
export async function deleteUnverifiedUser(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .updateTable('user_account')
    .set({ deleted_at: ctx.clock.now() })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
  await writePasswordHash(ctx, userId, null);
  await disconnectUser(ctx.db, userId);
}
