import { type Answer, CallError, call } from '../../../../web/client.ts';
import { code } from '../../../../web/codes.ts';
import type socialTexts from './texts/en.json';

type SocialReturn = Answer<'socialReturn'>;
export type NewAccount = Extract<SocialReturn, { newAccount: unknown }>['newAccount'];
type SecondStep = Extract<SocialReturn, { mediateToken: string }>;

/** The result of a sign-in. */
export type Outcome =
  | { kind: 'in' }
  | { kind: 'secondStep'; step: SecondStep }
  | { kind: 'new'; account: NewAccount }
  | { kind: 'connected'; social: string }
  | { kind: 'cancelled' }
  | { kind: 'refusedThere'; problem: string }
  | { kind: 'failed'; code: number; info: string };

export const outcomeOf = (answer: SocialReturn): Outcome => {
  if ('newAccount' in answer) return { kind: 'new', account: answer.newAccount };
  if ('mediateToken' in answer) return { kind: 'secondStep', step: answer };
  if ('connected' in answer) return { kind: 'connected', social: answer.connected };
  return { kind: 'in' };
};

export function failureOf(error: unknown): Outcome {
  if (!(error instanceof CallError)) throw error;
  // Signed in from another tab in the meantime.
  if (error.code === code.alreadyLoggedIn) return { kind: 'in' };
  return { kind: 'failed', code: error.code, info: error.errors.map(({ info }) => info).join(' ') };
}

/** Sends the provider's response from the URL to the portal. */
export async function handleCallback(social: string, query: URLSearchParams): Promise<Outcome> {
  const errorCode = query.get('error');
  if (
    errorCode === 'access_denied' ||
    errorCode === 'user_cancelled_login' ||
    errorCode === 'user_cancelled_authorize'
  )
    return { kind: 'cancelled' };
  if (errorCode)
    return {
      kind: 'refusedThere',
      problem: (query.get('error_description') ?? errorCode).slice(0, 200),
    };
  const iss = query.get('iss');
  const body = {
    code: query.get('code') ?? '',
    social,
    stateToken: query.get('state') ?? '',
    ...(iss === null ? {} : { iss }),
  };
  if (body.code === '' || body.stateToken === '') return { kind: 'cancelled' };
  try {
    return outcomeOf(await call('socialReturn', { body }));
  } catch (error) {
    return failureOf(error);
  }
}

const codesWithHint = [11, 13, 21, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 41, 42, 55] as const;

/** The remedy for an error, if there is one beyond its message. */
export function hintKeyFor(errorCode: number): keyof typeof socialTexts | null {
  const matched = codesWithHint.find((candidate) => candidate === errorCode);
  return matched === undefined ? null : `hint${matched}`;
}
