import { userError } from '../../../../contract/errors/errors.ts';
import { isEmail, normalizeEmail } from '../../../../contract/fields/email.ts';
import { requirePermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  type NotificationSet,
  writePreferences,
} from '../../../../server/platform/notify/index.ts';
import { onProtectionChanged } from './protection/protection.ts';
import { ownSubject, requireOwnSession } from './subject.ts';

export interface Configuration {
  dateFormat?: string | undefined;
  timeZone?: string | undefined;
  notification?: boolean | undefined;
}

/**
 * Omitted fields stay. An empty format or time zone means the default of the language or the site.
 * Throws `protectionByOwner` for the notifications of someone the caller acts for: their owner would
 * no longer learn of security events.
 */
export async function updateConfiguration(
  ctx: SignedInContext,
  newConfiguration: Configuration,
): Promise<void> {
  if (newConfiguration.notification !== undefined) requireOwnSession(ctx);
  const change = {
    ...(newConfiguration.dateFormat === undefined
      ? {}
      : { date_format: newConfiguration.dateFormat || null }),
    ...(newConfiguration.timeZone === undefined
      ? {}
      : { time_zone: newConfiguration.timeZone || null }),
    ...(newConfiguration.notification === undefined
      ? {}
      : { gets_notifications: newConfiguration.notification }),
  };
  if (Object.keys(change).length === 0) return;
  const before = await ctx.db
    .selectFrom('user_account')
    .select(['date_format', 'time_zone', 'gets_notifications'])
    .where('id', '=', ctx.actor.userId)
    .executeTakeFirstOrThrow();
  await ctx.db.updateTable('user_account').set(change).where('id', '=', ctx.actor.userId).execute();
  ctx.note({
    targetType: 'user',
    targetId: ctx.actor.userId,
    before,
    after: { ...before, ...change },
  });
}

type Choices = Readonly<Record<string, boolean>>;

const securitySets: readonly NotificationSet[] = ['security', 'parentSecurity'];

/** Throws `protectionByOwner` for security notifications of someone the caller acts for. */
export async function writeSet(
  ctx: SignedInContext,
  set: NotificationSet,
  choices: Choices | undefined,
): Promise<void> {
  if (securitySets.includes(set)) requireOwnSession(ctx);
  if (choices && Object.keys(choices).length > 0)
    await writePreferences(ctx, ctx.actor.userId, set, choices);
}

/** The specification's numbers for the two additional addresses. */
type CarbonCopy = 0 | 1;

const copyColumns = {
  0: { email: 'additional_email_parent', flag: 'copies_parent_mails' },
  1: { email: 'additional_email_admin', flag: 'copies_admin_mails' },
} as const;

function requireCopyPermission(ctx: SignedInContext, copy: CarbonCopy): void {
  if (copy === 1) requirePermission(ctx, 'notifications.admin');
}

/** Throws `notAllowed`, `emailRequired`, `emailInvalid`. */
export async function updateAdditionalEmail(
  ctx: SignedInContext,
  input: string,
  isOn: boolean,
  copy: CarbonCopy,
): Promise<void> {
  requireCopyPermission(ctx, copy);
  const subject = await ownSubject(ctx);
  const email = normalizeEmail(input);
  if (email === '' && isOn) throw userError('emailRequired', undefined, 'email');
  if (email !== '' && !isEmail(email)) throw userError('emailInvalid', undefined, 'email');
  const columns = copyColumns[copy];
  await ctx.db
    .updateTable('user_account')
    .set({ [columns.email]: email, [columns.flag]: isOn })
    .where('id', '=', subject.id)
    .execute();
  ctx.note({
    targetType: 'user',
    targetId: subject.id,
    after: { [columns.email]: email, [columns.flag]: isOn },
  });
  await onProtectionChanged(ctx, subject, 'additionalEmail');
}

/** Throws `protectionByOwner`, `notAllowed`, and `emailRequired` without an address. */
export async function updateAdditionalEmailFlag(
  ctx: SignedInContext,
  isOn: boolean,
  copy: CarbonCopy,
): Promise<void> {
  requireOwnSession(ctx);
  requireCopyPermission(ctx, copy);
  const columns = copyColumns[copy];
  const result = await ctx.db
    .updateTable('user_account')
    .set({ [columns.flag]: isOn })
    .where('id', '=', ctx.actor.userId)
    .$if(isOn, (query) => query.where(columns.email, '!=', ''))
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw userError('emailRequired', undefined, 'email');
  ctx.note({ targetType: 'user', targetId: ctx.actor.userId, after: { [columns.flag]: isOn } });
}
