import type * as z from 'zod';
import type { Role } from '../../../../../contract/access/roles.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  challengeMinutes,
  countRecoveryCodes,
  isSecondFactorRequired,
  listPasskeys,
  listPhones,
  maskedPhone,
} from '../../../credentials/server/index.ts';
import type { secondStep } from '../../contract.ts';
import type { LoginAccount } from '../store.ts';

export type SecondStep = z.output<typeof secondStep>;

export interface SecondStepMethods {
  byEmail: boolean;
  byApp: boolean;
  byPasskey: boolean;
  byRecovery: boolean;
  phones: readonly { id: string; phone: string }[];
}

/**
 * The available second factors of the account. Null if it needs none. Accounts whose own factors
 * are all unavailable get email codes, as do those without a factor on sites that require one.
 */
export async function secondStepMethods(
  ctx: Context,
  account: LoginAccount,
): Promise<SecondStepMethods | null> {
  if (!account.uses_tfa && !(await isSecondFactorRequired(ctx, account.role as Role))) return null;
  const [passkeys, recoveryCodes, phones] = await Promise.all([
    listPasskeys(ctx, account.id),
    countRecoveryCodes(ctx, account.id),
    account.uses_tfa_sms ? listPhones(ctx, account.id) : [],
  ]);
  const byApp = account.uses_tfa_app && account.has_totp;
  const hasOtherFactor = byApp || passkeys.length > 0 || phones.length > 0;
  return {
    ...{ byApp, byPasskey: passkeys.length > 0, byRecovery: recoveryCodes > 0 },
    byEmail: account.uses_tfa_email || !hasOtherFactor,
    phones,
  };
}

export function describeSecondStep(methods: SecondStepMethods, mediateToken: string): SecondStep {
  return {
    mediateToken,
    useTFAEmail: methods.byEmail,
    useTFASMS: methods.phones.length > 0,
    useTFAGoogle: methods.byApp,
    usePasskey: methods.byPasskey,
    useRecovery: methods.byRecovery,
    phones: methods.phones.map(({ id, phone }) => ({ id, phone: maskedPhone(phone) })),
    expiresInSeconds: challengeMinutes * 60,
  };
}

/** The response for all browsers without a challenge. */
export const noSecondStep: SecondStep = {
  ...{
    mediateToken: '',
    useTFAEmail: false,
    useTFASMS: false,
    useTFAGoogle: false,
    usePasskey: false,
    useRecovery: false,
  },
  phones: [],
  expiresInSeconds: 0,
};
