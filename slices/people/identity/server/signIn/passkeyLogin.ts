import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { authenticationOptions, consumePasskey } from '../../../credentials/server/index.ts';
import { localize } from '../../texts/localize.ts';
import type { UserContext } from '../userContext.ts';
import type { Exchange } from './exchange.ts';
import { finishFirstStep } from './firstStep.ts';
import { findStepAccount, finishWithPasskey } from './secondStep.ts';

/**
 * The options for the browser: for the account in its second step, or for any account known to the
 * authenticator.
 */
export async function passkeyOptions(
  ctx: Context,
  exchange: Exchange,
  mediateToken: string | undefined,
) {
  const userId =
    mediateToken === undefined ? null : await findStepAccount(ctx, exchange, mediateToken);
  return { options: { ...(await authenticationOptions(ctx, exchange.request, 'login', userId)) } };
}

export interface PasskeyForm {
  credential: { id: string };
  mediateToken?: string | undefined;
  rememberBrowser?: boolean | undefined;
}

/**
 * Signs in with a passkey, either as the second step of the sign-in with the token, or alone. Alone
 * it counts as both factors if the authenticator verified the user (fingerprint, face, or PIN).
 * Otherwise, an account with a second factor still requires it, which this call can't provide.
 */
export async function passkeyLogin(
  ctx: Context,
  exchange: Exchange,
  form: PasskeyForm,
): Promise<UserContext> {
  if (form.mediateToken !== undefined) {
    const { credential, mediateToken } = form;
    return await finishWithPasskey(ctx, exchange, {
      credential,
      mediateToken,
      rememberBrowser: form.rememberBrowser === true,
    });
  }
  const passkey = await consumePasskey(ctx, exchange.request, 'login', null, form.credential);
  const answer = await finishFirstStep(ctx, exchange, {
    userId: passkey.userId,
    method: 'passkey',
    isStrong: passkey.isUserVerified,
  });
  if ('mediateToken' in answer) throw userError('passkeyRefused', { problem: needsVerification });
  return answer;
}

const needsVerification = localize('needsVerification');
