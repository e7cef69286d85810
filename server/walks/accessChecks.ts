import { randomUUID } from 'node:crypto';
import { keyScopes } from '../../contract/access/keys.ts';
import { holds, type Permission } from '../../contract/access/permissions.ts';
import { type Role, roles } from '../../contract/access/roles.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { code } from '../../contract/errors/messages.ts';
import type { Answer, TestClient } from '../testing/client.ts';

/** All callers of the walk over the operations. */
export interface Callers {
  clients: Record<Role, TestClient>;
  anonymous(): TestClient;
  /** A key of root with only the permission `pricing.view`. */
  key(): TestClient;
  /** The same with another secret. */
  forgedKey(): TestClient;
}

/** The permissions of the walk's key. */
export const keyScopesOfWalk = ['pricing.view'] as const;

/** The path with nonexistent IDs, because access is checked before anything is read. */
export const missing = (endpoint: Endpoint): string =>
  endpoint.path.replace(/\{\w+\}/g, () => randomUUID());

export const callWithNothing = (
  client: TestClient,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
) => client.call(endpoint.method, missing(endpoint), endpoint.body ? {} : undefined, headers);

const isAnswer = ({ status, body }: Answer, wanted: [status: number, code: number]): boolean =>
  status === wanted[0] && body.code?.[0] === wanted[1];

const told = (who: string, answer: Answer): string =>
  `${who} got ${answer.status} ${answer.text.slice(0, 200)}`;

/**
 * Checks that calls without a cookie, with an empty cookie, or with a forged one return 401, code
 * 20, unless the operation is public.
 */
export async function strangerProblems(callers: Callers, endpoint: Endpoint): Promise<string[]> {
  if (endpoint.access === 'public') return [];
  const problems: string[] = [];
  for (const cookie of ['', 'cloudberth_session=', `cloudberth_session=${'x'.repeat(43)}`]) {
    const stranger = callers.anonymous();
    stranger.cookie = cookie;
    const answer = await callWithNothing(stranger, endpoint);
    if (!isAnswer(answer, [401, 20]))
      problems.push(told(`a stranger with the cookie "${cookie}"`, answer));
  }
  return problems;
}

/**
 * Checks that calls without a valid signature return 400, code 2827, from any caller and with any
 * content.
 */
export async function signatureProblems(callers: Callers, endpoint: Endpoint): Promise<string[]> {
  if (!endpoint.isSigned) return [];
  const problems: string[] = [];
  const wrong = {
    'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    'paypal-transmission-sig': 'x',
  };
  for (const [who, client] of [
    ['a stranger', callers.anonymous()],
    ...Object.entries(callers.clients),
  ] as const)
    for (const headers of [{}, wrong])
      for (const body of ['', '{}', '{"id":"x"}', '{', '[1e400]']) {
        const answer = await client.call(endpoint.method, missing(endpoint), body, {
          'content-type': 'application/json',
          ...headers,
        });
        if (!isAnswer(answer, [400, 2827]))
          problems.push(told(`${who} with ${body} and ${JSON.stringify(headers)}`, answer));
      }
  return problems;
}

/** Whether the role has access and only needs to authenticate again. */
const requiresProof = ({ body }: Answer): boolean => body.code?.[0] === code.proofNeeded;

/**
 * Whether the call is rejected for another declared reason, because only the operator can change
 * exchange rates.
 */
const isRefusedOtherwise = ({ errors = [] }: Endpoint, { body }: Answer): boolean =>
  errors.some((name) => name === 'exchangeRateTopmost' && code[name] === body.code?.[0]);

/**
 * Checks that each role without the permission gets 403, code 1002, and each role with it gets a
 * different response.
 */
export async function roleProblems(callers: Callers, endpoint: Endpoint): Promise<string[]> {
  if (endpoint.access === 'public' || endpoint.access === 'signedIn') return [];
  const problems: string[] = [];
  for (const role of roles) {
    const answer = await callWithNothing(callers.clients[role], endpoint);
    const isRight = holds(role, endpoint.access as Permission)
      ? answer.status !== 403 || requiresProof(answer) || isRefusedOtherwise(endpoint, answer)
      : isAnswer(answer, [403, 1002]);
    if (!isRight) problems.push(told(role, answer));
  }
  return problems;
}

/** Checks that a change without the session's own token, or sent from another site, is rejected. */
export async function forgeryProblems(callers: Callers, endpoint: Endpoint): Promise<string[]> {
  if (!endpoint.changes || endpoint.access === 'public') return [];
  const problems: string[] = [];
  const { root, user } = callers.clients;
  for (const token of ['', 'wrong', user.token]) {
    const answer = await callWithNothing(root, endpoint, { token });
    if (!isAnswer(answer, [401, 58]))
      problems.push(told(`a call with the token "${token}"`, answer));
  }
  for (const site of ['cross-site', 'same-site']) {
    const answer = await callWithNothing(root, endpoint, { 'sec-fetch-site': site });
    if (!isAnswer(answer, [403, 1014])) problems.push(told(`a call from ${site}`, answer));
  }
  for (const origin of ['https://evil.test', 'null']) {
    const answer = await callWithNothing(root, endpoint, { origin });
    if (!isAnswer(answer, [403, 1014]))
      problems.push(told(`a call with the origin ${origin}`, answer));
  }
  return problems;
}

/**
 * Checks that a key can only make calls covered by its permissions, regardless of its owner: 403
 * with code 2707 for calls that no key can make, 403 with code 2706 for calls that this key can't
 * make, and 401 with code 2700 for a wrong secret on any call.
 */
export async function keyProblems(callers: Callers, endpoint: Endpoint): Promise<string[]> {
  const problems: string[] = [];
  const forged = await callWithNothing(callers.forgedKey(), endpoint);
  if (!isAnswer(forged, [401, 2700])) problems.push(told('a key with a wrong secret', forged));
  const answer = await callWithNothing(callers.key(), endpoint);
  const isGiven =
    endpoint.forKeys || (keyScopesOfWalk as readonly string[]).includes(endpoint.access);
  const isForKeys = (keyScopes.external as readonly string[]).includes(endpoint.access);
  const isRight = isGiven
    ? answer.status !== 401 && answer.status !== 403
    : isAnswer(answer, [403, isForKeys ? 2706 : 2707]);
  if (!isRight) problems.push(told('a key with one permission', answer));
  return problems;
}
