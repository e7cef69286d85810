import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { type OAuth2Provider, requestWith } from './oauth2.ts';

const graph = 'https://graph.facebook.com/v23.0';
const userAnswer = z.object({
  id: z.string().min(1),
  email: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  name: z.string().nullish(),
});
/**
 * OAuthException 100: "Invalid verification code format", "This authorization code has been used"
 * and similar messages.
 */
const rejectionSchema = z.object({ error: z.object({ code: z.literal(100) }) });

/**
 * Facebook. It doesn't document that it verifies email addresses, so they never count as verified.
 * Users connect Facebook to an existing account, and can then sign in with it.
 */
export const facebook: OAuth2Provider = {
  authorizationAddress: 'https://www.facebook.com/v23.0/dialog/oauth',
  tokenAddress: `${graph}/oauth/access_token`,
  scope: 'email public_profile',
  isCodeRefused: (answer) => rejectionSchema.safeParse(answer).success,
  identity: async (httpSend, accessToken, { clientSecret }) => {
    // Shows that the token is used by the application it was issued to.
    const proof = createHmac('sha256', clientSecret).update(accessToken).digest('hex');
    const address = `${graph}/me?fields=id,email,first_name,last_name,name&appsecret_proof=${proof}`;
    const user = await requestWith(
      httpSend,
      address,
      { authorization: `Bearer ${accessToken}` },
      userAnswer,
    );
    return {
      subject: user.id,
      email: user.email ?? null,
      isEmailVerified: false,
      firstName: user.first_name ?? '',
      lastName: user.last_name ?? '',
      displayName: user.name ?? '',
    };
  },
};
