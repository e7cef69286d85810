import type * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  canonicalIp,
  countRecoveryCodes,
  isSecondFactorRequired,
  listPasskeys,
  maxAllowedAddresses,
  maxPasskeys,
  maxPhones,
  protectionColumns,
  signInMethodsOf,
} from '../../credentials/server/index.ts';
import type { securityDetails } from '../contract.ts';

type Security = z.output<typeof securityDetails>;

async function readRow(ctx: SignedInContext) {
  const { phones, addresses } = protectionColumns('u.id');
  return await ctx.db
    .selectFrom('user_account as u')
    .select([
      'u.id',
      'u.uses_tfa',
      'u.uses_tfa_email',
      'u.uses_tfa_sms',
      'u.uses_tfa_app',
      'u.uses_allowed_ips',
      'u.allows_email_login',
    ])
    .select([
      'u.has_totp',
      'u.has_password',
      'u.password_changed_at',
      'u.is_email_validated',
      phones.as('phones'),
      addresses.as('addresses'),
    ])
    .where('u.id', '=', ctx.actor.userId)
    .executeTakeFirstOrThrow();
}

export async function getSecurity(ctx: SignedInContext): Promise<Security> {
  const [row, passkeys, recoveryCodesLeft, isTfaRequired, { socialLinks }] = await Promise.all([
    readRow(ctx),
    listPasskeys(ctx, ctx.actor.userId),
    countRecoveryCodes(ctx, ctx.actor.userId),
    isSecondFactorRequired(ctx, ctx.actor.role),
    signInMethodsOf(ctx, ctx.actor.userId),
  ]);
  return {
    userId: row.id,
    ...{ googleAuthenticatorCode: '', googleAuthenticationCode: '', googleQRCodeURL: '' },
    validatedCode: row.has_totp,
    ...{
      useTFA: row.uses_tfa,
      useTFAEmail: row.uses_tfa_email,
      useTFAGoogle: row.uses_tfa_app,
      useTFASMS: row.uses_tfa_sms,
    },
    ...{ useAllowedIP: row.uses_allowed_ips, phonesList: row.phones, allowedIPList: row.addresses },
    ipAddress: canonicalIp(ctx.ip),
    ...{ maxAllowedPhoneNumbers: maxPhones, maxAllowedIPs: maxAllowedAddresses },
    smsTFAAllowed: row.phones.length > 0,
    ...{
      isTFADemanded: isTfaRequired,
      isEmailValidated: row.is_email_validated,
      allowEmail: row.allows_email_login,
    },
    hasPassword: row.has_password,
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    ...{ socialLinks, recoveryCodesLeft, maxPasskeys },
    passkeys: passkeys.map(({ id, name, is_backed_up, created_at, last_used_at }) => ({
      ...{ id, name, isBackedUp: is_backed_up, createdAt: created_at.toISOString() },
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
  };
}
