import * as z from 'zod';
import { type OAuth2Provider, requestWith } from './oauth2.ts';

const userAnswer = z.object({
  id: z.int().positive(),
  login: z.string(),
  name: z.string().nullish(),
});
const emailsAnswer = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);
const rejectionSchema = z.object({ error: z.literal('bad_verification_code') });

/**
 * GitHub: the subject is the account ID (names can change owners), and the email address is the
 * primary one, if GitHub has verified it.
 */
export const github: OAuth2Provider = {
  authorizationAddress: 'https://github.com/login/oauth/authorize',
  tokenAddress: 'https://github.com/login/oauth/access_token',
  scope: 'read:user user:email',
  isCodeRefused: (answer) => rejectionSchema.safeParse(answer).success,
  identity: async (httpSend, accessToken) => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/vnd.github+json',
    };
    const user = await requestWith(httpSend, 'https://api.github.com/user', headers, userAnswer);
    const emails = await requestWith(
      httpSend,
      'https://api.github.com/user/emails',
      headers,
      emailsAnswer,
    );
    const primary = emails.find((entry) => entry.primary);
    const [firstName = '', ...rest] = (user.name ?? '').trim().split(/\s+/);
    return {
      subject: String(user.id),
      email: primary?.email ?? null,
      isEmailVerified: primary?.verified === true,
      firstName,
      lastName: rest.join(' '),
      displayName: user.login,
    };
  },
};
