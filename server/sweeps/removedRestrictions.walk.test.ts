import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Permission, roleHas } from '../../contract/access/permissions.ts';
import { roles } from '../../contract/access/roles.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { createApp } from '../app.ts';
import { createLog } from '../platform/log.ts';
import { routes as boundRoutes } from '../portal.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { TestClient } from '../testing/client.ts';
import { forgedKeyClient, keyClient, makeKey, type TestKey } from '../testing/keyClient.ts';
import {
  accessCheckScopes,
  anonymousProblems,
  type Callers,
  forgeryProblems,
  keyProblems,
  roleProblems,
  signatureProblems,
} from './accessChecks.ts';

/**
 * Tests the checks themselves: a portal is started with one rule of every operation removed, and
 * the check of that operation, which uses the unmodified contract, must detect it. Each row below
 * is one removed rule.
 */
interface RemovedRule {
  what: string;
  /** Whether removing the rule makes a visible difference for this operation. */
  isPossible(endpoint: Endpoint): boolean;
  plant(endpoint: Endpoint): Endpoint;
  check(callers: Callers, endpoint: Endpoint): Promise<string[]>;
  /** Minimum number of affected operations, if only few have the rule. */
  atLeast?: number;
}

const isAnswered = ({ kind }: Endpoint): boolean => kind !== 'socket' && kind !== 'events';
const namesPermission = ({ access }: Endpoint): boolean =>
  access !== 'public' && access !== 'signedIn';

const removedRules: readonly RemovedRule[] = [
  {
    what: 'asks for no permission',
    isPossible: (endpoint) =>
      namesPermission(endpoint) &&
      roles.some((role) => !roleHas(role, endpoint.access as Permission)),
    plant: (endpoint) => ({ ...endpoint, access: 'signedIn' }),
    check: roleProblems,
  },
  {
    what: 'lets strangers in',
    isPossible: (endpoint) => endpoint.access !== 'public',
    plant: (endpoint) => ({ ...endpoint, access: 'public' }),
    check: anonymousProblems,
  },
  {
    what: 'takes forged calls',
    isPossible: (endpoint) => endpoint.changes && endpoint.access !== 'public',
    plant: (endpoint) => ({ ...endpoint, changes: false }),
    check: forgeryProblems,
  },
  {
    what: 'is open to every key',
    isPossible: (endpoint) =>
      !endpoint.forKeys && !(accessCheckScopes as readonly string[]).includes(endpoint.access),
    plant: (endpoint) => ({ ...endpoint, access: 'signedIn', forKeys: true }),
    check: keyProblems,
  },
  {
    what: 'takes what nobody signed',
    isPossible: (endpoint) => endpoint.isSigned === true,
    plant: (endpoint) => endpoint,
    check: signatureProblems,
    atLeast: 1,
  },
];

let app: TestApp;
const clients = {} as Callers['clients'];
let key: TestKey;
beforeAll(async () => {
  app = await startTestApp();
  for (const role of roles) clients[role] = role === 'root' ? app.root : await app.signInAs(role);
  key = await makeKey(app.root, { scopes: accessCheckScopes, ratePerMinute: 6000 });
}, 30_000);
afterAll(() => app.close());

describe.each(removedRules)(
  'an operation that $what',
  ({ isPossible, plant, check, atLeast = 41 }) => {
    const planted = boundRoutes.filter(
      ({ endpoint }) => isAnswered(endpoint) && isPossible(endpoint),
    );
    let callers: Callers;
    let close: () => Promise<unknown>;
    beforeAll(async () => {
      const { services, sites } = app.portal;
      const routes = boundRoutes.map((route) =>
        isPossible(route.endpoint)
          ? { ...route, endpoint: plant(route.endpoint), handler: () => ({}) as never }
          : route,
      );
      const server = await createApp({ services, sites, routes, log: createLog('silent') });
      const address = await server.listen({ host: '127.0.0.1', port: 0 });
      close = () => server.close();
      const independentClient = (client: TestClient): TestClient =>
        Object.assign(new TestClient(address), { cookie: client.cookie, token: client.token });
      callers = {
        clients: Object.fromEntries(
          roles.map((role) => [role, independentClient(clients[role])]),
        ) as Callers['clients'],
        anonymous: () => new TestClient(address),
        key: () => keyClient(address, key),
        forgedKey: () => forgedKeyClient(address, key),
      };
    });
    afterAll(() => close());

    it.each(planted)('is detected: $operation', async ({ endpoint }) => {
      expect(await check(callers, endpoint)).not.toEqual([]);
    });

    it('covers many operations', () => expect(planted.length).toBeGreaterThanOrEqual(atLeast));
  },
);
