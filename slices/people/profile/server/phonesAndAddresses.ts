import { userError } from '../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  addAllowedAddress,
  addPhone,
  consumePhoneCode,
  countPasskeys,
  describeAllowedAddress,
  describePhone,
  listPhones,
  removeAllowedAddress,
  removePhone,
  requireCallerInList,
  requirePhone,
  sendPhoneCode,
} from '../../credentials/server/index.ts';
import { inTransaction } from './inTransaction.ts';
import { verifyCaptcha } from './protection/captcha.ts';
import { onProtectionChanged } from './protection/protection.ts';
import { findSubject, ownSubject } from './subject.ts';

const notFoundError = (id: string) => userError('notFound', { what: 'entry', id }, 'addressId');

export async function sendCode(
  ctx: SignedInContext,
  id: string,
  form: { phone: string; phoneCaptchaToken: string },
) {
  const subject = await findSubject(ctx, id);
  const phone = requirePhone(form.phone);
  await verifyCaptcha(ctx, phone, form.phoneCaptchaToken);
  return await sendPhoneCode(ctx, subject.id, phone);
}

/** Throws `tfaVerificationWrong` for a wrong, expired or used code, and after too many attempts. */
export async function verifyPhone(
  ctx: SignedInContext,
  id: string,
  form: { verificationToken: string; tfaCode: string; phone: string },
) {
  const { id: userId } = await findSubject(ctx, id);
  const phone = requirePhone(form.phone);
  const isCorrect = await consumePhoneCode(ctx, userId, {
    token: form.verificationToken,
    phone,
    code: form.tfaCode,
  });
  if (!isCorrect) throw userError('tfaVerificationWrong', undefined, 'tfaCode');
  return await inTransaction(ctx, async (inner) => {
    const subject = await findSubject(inner, id);
    const addressId = await addPhone(inner, subject.id, phone);
    inner.note({ targetType: 'user', targetId: subject.id, after: { phoneAdded: phone } });
    await onProtectionChanged(inner, subject, 'phoneAdded');
    return { addressId };
  });
}

export async function addAddress(
  ctx: SignedInContext,
  input: string,
): Promise<{ addressId: string }> {
  const subject = await ownSubject(ctx);
  const addressId = await addAllowedAddress(ctx, subject.id, input);
  if ((await readNotificationSwitches(ctx)).uses_allowed_ips)
    await requireCallerInList(ctx, subject.id);
  ctx.note({ targetType: 'user', targetId: subject.id, after: { addressAdded: input } });
  await onProtectionChanged(ctx, subject, 'addresses');
  return { addressId };
}

/** Removes a phone number or an allowed address. The specification has one call for both. */
export async function removeItem(ctx: SignedInContext, addressId: string): Promise<void> {
  const subject = await ownSubject(ctx);
  if (await removePhone(ctx, subject.id, addressId)) {
    await disableUnusedSms(ctx, subject.id);
    await onProtectionChanged(ctx, subject, 'phoneRemoved');
  } else if (await removeAllowedAddress(ctx, subject.id, addressId)) {
    if ((await readNotificationSwitches(ctx)).uses_allowed_ips)
      await requireCallerInList(ctx, subject.id);
    await onProtectionChanged(ctx, subject, 'addresses');
  } else throw notFoundError(addressId);
  ctx.note({ targetType: 'user', targetId: subject.id, before: { removed: addressId } });
}

const readNotificationSwitches = (ctx: SignedInContext) =>
  ctx.db
    .selectFrom('user_account')
    .select(['uses_allowed_ips', 'uses_tfa', 'uses_tfa_sms', 'uses_tfa_email', 'uses_tfa_app'])
    .where('id', '=', ctx.actor.userId)
    .executeTakeFirstOrThrow();

/**
 * Disables text messages if no phone number is left. Throws `lastFactor` if they are the only
 * method of the second factor.
 */
async function disableUnusedSms(ctx: SignedInContext, userId: string): Promise<void> {
  const { uses_tfa, uses_tfa_sms, uses_tfa_email, uses_tfa_app } =
    await readNotificationSwitches(ctx);
  if (!uses_tfa_sms || (await listPhones(ctx, userId)).length > 0) return;
  if (uses_tfa && !uses_tfa_email && !uses_tfa_app && (await countPasskeys(ctx, userId)) === 0)
    throw userError('lastFactor');
  await ctx.db
    .updateTable('user_account')
    .set({ uses_tfa_sms: false })
    .where('id', '=', userId)
    .execute();
}

export async function describeItem(
  ctx: SignedInContext,
  addressId: string,
  description: string,
): Promise<void> {
  const { id } = await ownSubject(ctx);
  const isKnown =
    (await describePhone(ctx, id, addressId, description)) ||
    (await describeAllowedAddress(ctx, id, addressId, description));
  if (!isKnown) throw notFoundError(addressId);
  ctx.note({ targetType: 'user', targetId: id, after: { addressId, description } });
}
