import { randomUUID } from 'node:crypto';
import { keyScopes } from '../../contract/access/keys.ts';
import { type Permission, roleHas } from '../../contract/access/permissions.ts';
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
export const accessCheckScopes = ['pricing.view'] as const;

/** The path with nonexistent IDs, because access is checked before anything is read. */
export const missing = (endpoint: Endpoint): string =>
  endpoint.path.replace(/\{\w+\}/g, () => randomUUID());

export const callWithoutInput = (
  client: TestClient,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
) => client.call(endpoint.method, missing(endpoint), endpoint.body ? {} : undefined, headers);

const isAnswer = ({ status, body }: Answer, expected: [status: number, code: number]): boolean =>
  status === expected[0] && body.code?.[0] === expected[1];

const describeAnswer = (caller: string, answer: Answer): string =>
  `${caller} got ${answer.status} ${answer.text.slice(0, 200)}`;

/**
 * Checks that calls without a cookie, with an empty cookie, or with a forged one return 401, code
 * 20, unless the operation is public.
 */
export async function anonymousProblems(callers: Callers, endpoint: Endpoint): Promise<string[]> {
  if (endpoint.access === 'public') return [];
  const problems: string[] = [];
  for (const cookie of ['', 'cloudberth_session=', `cloudberth_session=${'x'.repeat(43)}`]) {
    const anonymous = callers.anonymous();
    anonymous.cookie = cookie;
    const answer = await callWithoutInput(anonymous, endpoint);
    if (!isAnswer(answer, [401, 20]))
      problems.push(describeAnswer(`a stranger with the cookie "${cookie}"`, answer));
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
  const invalidHeaders = {
    'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    'paypal-transmission-sig': 'x',
  };
  for (const [caller, client] of [
    ['a stranger', callers.anonymous()],
    ...Object.entries(callers.clients),
  ] as const)
    for (const headers of [{}, invalidHeaders])
      for (const body of ['', '{}', '{"id":"x"}', '{', '[1e400]']) {
        const answer = await client.call(endpoint.method, missing(endpoint), body, {
          'content-type': 'application/json',
          ...headers,
        });
        if (!isAnswer(answer, [400, 2827]))
          problems.push(
            describeAnswer(`${caller} with ${body} and ${JSON.stringify(headers)}`, answer),
          );
      }
  return problems;
}

/** Whether the role has access and only needs to authenticate again. */
const requiresReauthentication = ({ body }: Answer): boolean => body.code?.[0] === code.proofNeeded;

/**
 * Whether the call is rejected for another declared reason, because only the operator can change
 * exchange rates.
 */
const isRejectedByRule = ({ errors = [] }: Endpoint, { body }: Answer): boolean =>
  errors.some((name) => name === 'exchangeRateTopmost' && code[name] === body.code?.[0]);

/**
 * Checks that each role without the permission gets 403, code 1002, and each role with it gets a
 * different response.
 */
export async function roleProblems(callers: Callers, endpoint: Endpoint): Promise<string[]> {
  if (endpoint.access === 'public' || endpoint.access === 'signedIn') return [];
  const problems: string[] = [];
  for (const role of roles) {
    const answer = await callWithoutInput(callers.clients[role], endpoint);
    const isExpected = roleHas(role, endpoint.access as Permission)
      ? answer.status !== 403 ||
        requiresReauthentication(answer) ||
        isRejectedByRule(endpoint, answer)
      : isAnswer(answer, [403, 1002]);
    if (!isExpected) problems.push(describeAnswer(role, answer));
  }
  return problems;
}

/** Checks that a change without the session's own token, or sent from another site, is rejected. */
export async function forgeryProblems(callers: Callers, endpoint: Endpoint): Promise<string[]> {
  if (!endpoint.changes || endpoint.access === 'public') return [];
  const problems: string[] = [];
  const { root, user } = callers.clients;
  for (const token of ['', 'wrong', user.token]) {
    const answer = await callWithoutInput(root, endpoint, { token });
    if (!isAnswer(answer, [401, 58]))
      problems.push(describeAnswer(`a call with the token "${token}"`, answer));
  }
  for (const site of ['cross-site', 'same-site']) {
    const answer = await callWithoutInput(root, endpoint, { 'sec-fetch-site': site });
    if (!isAnswer(answer, [403, 1014]))
      problems.push(describeAnswer(`a call from ${site}`, answer));
  }
  for (const origin of ['https://evil.test', 'null']) {
    const answer = await callWithoutInput(root, endpoint, { origin });
    if (!isAnswer(answer, [403, 1014]))
      problems.push(describeAnswer(`a call with the origin ${origin}`, answer));
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
  const forged = await callWithoutInput(callers.forgedKey(), endpoint);
  if (!isAnswer(forged, [401, 2700]))
    problems.push(describeAnswer('a key with a wrong secret', forged));
  const answer = await callWithoutInput(callers.key(), endpoint);
  const isKeyAllowed =
    endpoint.forKeys || (accessCheckScopes as readonly string[]).includes(endpoint.access);
  const acceptsKeys = (keyScopes.external as readonly string[]).includes(endpoint.access);
  const isExpected = isKeyAllowed
    ? answer.status !== 401 && answer.status !== 403
    : isAnswer(answer, [403, acceptsKeys ? 2706 : 2707]);
  if (!isExpected) problems.push(describeAnswer('a key with one permission', answer));
  return problems;
}
