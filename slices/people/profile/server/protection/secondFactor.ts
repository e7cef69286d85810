import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  countPasskeys,
  countRecoveryCodes,
  enrolmentMinutes,
  enrolTotp,
  isIssuedSecret,
  isSecondFactorRequired,
  issueEnrollment,
  listPhones,
  removeTotp,
  renewRecoveryCodes,
  requireCallerInList,
} from '../../../credentials/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { findSubject, ownSubject, requireOwnSession } from '../subject.ts';
import { onProtectionChanged } from './protection.ts';
import { qrCodeDataUri } from './qrCode.ts';

const names = {
  app: localize('names.app'),
  sms: localize('names.sms'),
  email: localize('names.email'),
  any: localize('names.any'),
} satisfies Record<string, LocalizedText>;

export interface SecondFactorForm {
  useTFA?: boolean | undefined;
  useTFAEmail?: boolean | undefined;
  useTFASMS?: boolean | undefined;
  useTFAGoogle?: boolean | undefined;
  useAllowedIP?: boolean | undefined;
}

const columns = [
  'uses_tfa',
  'uses_tfa_email',
  'uses_tfa_sms',
  'uses_tfa_app',
  'uses_allowed_ips',
] as const;
type SecondFactorSettings = Record<(typeof columns)[number], boolean>;

/** Throws `notFound`, `tfaNotSetUp`, `tfaDemanded`, `lastFactor`, `addressExcludesCaller`. */
export async function updateSecondFactor(
  ctx: SignedInContext,
  id: string,
  form: SecondFactorForm,
): Promise<void> {
  const subject = await findSubject(ctx, id);
  // Locks the account until the transaction ends.
  const passkeys = await countPasskeys(ctx, id);
  const before = await ctx.db
    .selectFrom('user_account')
    .select([...columns, 'is_email_validated', 'has_totp'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const after: SecondFactorSettings = {
    uses_tfa: form.useTFA ?? before.uses_tfa,
    uses_tfa_email: form.useTFAEmail ?? before.uses_tfa_email,
    uses_tfa_sms: form.useTFASMS ?? before.uses_tfa_sms,
    uses_tfa_app: form.useTFAGoogle ?? before.uses_tfa_app,
    uses_allowed_ips: form.useAllowedIP ?? before.uses_allowed_ips,
  };
  const factorNotSetUp = (key: string, factor: keyof typeof names) =>
    userError('tfaNotSetUp', { factor: names[factor] }, key);
  if (form.useTFAEmail && !before.is_email_validated) throw factorNotSetUp('useTFAEmail', 'email');
  if (form.useTFASMS && (await listPhones(ctx, id)).length === 0)
    throw factorNotSetUp('useTFASMS', 'sms');
  if (form.useTFAGoogle && !before.has_totp) throw factorNotSetUp('useTFAGoogle', 'app');
  if (
    before.uses_tfa &&
    !after.uses_tfa &&
    (await isSecondFactorRequired(ctx, subject.role, subject.sitePath))
  )
    throw userError('tfaDemanded', undefined, 'useTFA');
  const hasMethod =
    after.uses_tfa_email || after.uses_tfa_sms || after.uses_tfa_app || passkeys > 0;
  if (after.uses_tfa && !hasMethod)
    throw before.uses_tfa
      ? userError('lastFactor', undefined, 'useTFA')
      : factorNotSetUp('useTFA', 'any');
  await writeSwitches(ctx, id, after);
  if (after.uses_allowed_ips && !before.uses_allowed_ips && subject.isSelf)
    await requireCallerInList(ctx, id);
  const changed = columns.filter((column) => before[column] !== after[column]);
  if (changed.length === 0) return;
  ctx.note({
    targetType: 'user',
    targetId: id,
    before: pick(before, changed),
    after: pick(after, changed),
  });
  await onProtectionChanged(ctx, subject, changeOf(changed, after));
}

async function writeSwitches(
  ctx: SignedInContext,
  id: string,
  after: SecondFactorSettings,
): Promise<void> {
  await ctx.db.updateTable('user_account').set(after).where('id', '=', id).execute();
  if (!after.uses_tfa_app) await removeTotp(ctx, id);
}

const pick = (from: SecondFactorSettings, keys: readonly (keyof SecondFactorSettings)[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]));

function changeOf(changed: readonly string[], after: SecondFactorSettings) {
  if (changed.includes('uses_tfa')) return after.uses_tfa ? 'secondFactorOn' : 'secondFactorOff';
  return changed.some((column) => column !== 'uses_allowed_ips') ? 'ways' : 'addresses';
}

/** Returns a new secret for setup. Nothing is stored yet. */
export function offerAuthenticator(ctx: SignedInContext) {
  requireOwnSession(ctx);
  const { secret, address } = issueEnrollment(ctx, {
    id: ctx.actor.userId,
    email: ctx.actor.email,
  });
  return {
    googleAuthenticatorCode: secret,
    googleAuthenticationCode: secret,
    googleQRCodeURL: qrCodeDataUri(address),
    expiresInSeconds: enrolmentMinutes * 60,
  };
}

/**
 * Stores a secret issued to this account once the user has entered a valid code. Throws
 * `tfaVerificationWrong`.
 */
export async function validateAuthenticator(
  ctx: SignedInContext,
  { secret, code }: { secret: string; code: string },
) {
  const subject = await ownSubject(ctx);
  if (!isIssuedSecret(ctx, subject.id, secret))
    throw userError('tfaVerificationWrong', undefined, 'secret');
  if (!(await enrolTotp(ctx, subject.id, secret, code.replace(/\s/g, ''))))
    throw userError('tfaVerificationWrong', undefined, 'code');
  await ctx.db
    .updateTable('user_account')
    .set({ uses_tfa: true, uses_tfa_app: true })
    .where('id', '=', subject.id)
    .execute();
  const recoveryCodes =
    (await countRecoveryCodes(ctx, subject.id)) === 0
      ? await renewRecoveryCodes(ctx, subject.id)
      : [];
  ctx.note({
    targetType: 'user',
    targetId: subject.id,
    after: { uses_tfa: true, uses_tfa_app: true },
  });
  await onProtectionChanged(ctx, subject, 'authenticator');
  return { validatedCode: true as const, recoveryCodes };
}

export async function makeRecoveryCodes(
  ctx: SignedInContext,
): Promise<{ recoveryCodes: string[] }> {
  const subject = await ownSubject(ctx);
  const recoveryCodes = await renewRecoveryCodes(ctx, subject.id);
  ctx.note({
    targetType: 'user',
    targetId: subject.id,
    after: { recoveryCodes: recoveryCodes.length },
  });
  await onProtectionChanged(ctx, subject, 'recoveryCodes');
  return { recoveryCodes };
}
