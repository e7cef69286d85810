import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles } from '../../contract/access/roles.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { forgedKeyClient, keyClient, makeKey, type TestKey } from '../testing/keyClient.ts';
import {
  accessCheckScopes,
  anonymousProblems,
  type Callers,
  callWithoutInput,
  forgeryProblems,
  keyProblems,
  missing,
  roleProblems,
  signatureProblems,
} from './accessChecks.ts';

/**
 * Every operation of the contract, called with nonexistent IDs, because access is checked before
 * anything is read.
 */
const operations = Object.entries(contract as Record<string, Endpoint>).filter(
  ([, endpoint]) => endpoint.kind !== 'socket' && endpoint.kind !== 'events',
);
const restrictedOperations = operations.filter(([, endpoint]) => endpoint.access !== 'public');
const permitted = restrictedOperations.filter(([, endpoint]) => endpoint.access !== 'signedIn');
const signed = operations.filter(([, endpoint]) => endpoint.isSigned);
const changeOperations = operations.filter(([, endpoint]) => endpoint.changes);

let app: TestApp;
const clients = {} as Callers['clients'];
let key: TestKey;
const callers: Callers = {
  clients,
  anonymous: () => app.anonymous(),
  key: () => keyClient(app.address, key),
  forgedKey: () => forgedKeyClient(app.address, key),
};

beforeAll(async () => {
  app = await startTestApp();
  for (const role of roles) clients[role] = role === 'root' ? app.root : await app.signInAs(role);
  key = await makeKey(app.root, { scopes: accessCheckScopes, ratePerMinute: 6000 });
}, 30_000);
afterAll(() => app.close());

const countRows = async (): Promise<string> => {
  const { db } = app.portal.services.database;
  const counts = await Promise.all(
    (['user_account', 'session', 'site', 'setting', 'idempotency'] as const).map(async (table) => {
      const row = await db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return `${table} ${row.count}`;
    }),
  );
  return counts.join(', ');
};

describe('every operation', () => {
  it.each(restrictedOperations)(
    '%s rejects an anonymous caller, a forged and an empty cookie with 401',
    async (_operation, endpoint) => {
      const before = await countRows();
      expect(await anonymousProblems(callers, endpoint)).toEqual([]);
      expect(await countRows()).toBe(before);
    },
  );

  it.each(permitted)(
    '%s rejects each role without its permission with 403, and no other roles',
    async (_operation, endpoint) => {
      expect(await roleProblems(callers, endpoint)).toEqual([]);
    },
  );

  it.each(changeOperations.filter(([, endpoint]) => endpoint.access !== 'public'))(
    '%s rejects a forged call and changes nothing',
    async (_operation, endpoint) => {
      const before = await countRows();
      expect(await forgeryProblems(callers, endpoint)).toEqual([]);
      expect(await countRows()).toBe(before);
    },
  );

  it.each(signed)('%s is public, and rejects unsigned calls', async (_operation, endpoint) => {
    expect(endpoint.access).toBe('public');
    const before = await countRows();
    expect(await signatureProblems(callers, endpoint)).toEqual([]);
    expect(await countRows()).toBe(before);
  });

  it.each(operations)(
    '%s is available to a key only with that key’s permissions',
    async (_operation, endpoint) => {
      const before = await countRows();
      expect(await keyProblems(callers, endpoint)).toEqual([]);
      expect(await countRows()).toBe(before);
    },
  );

  it.each(operations)(
    '%s returns 405 with Allow for unsupported methods',
    async (_operation, endpoint) => {
      const path = missing(endpoint);
      const supportedMethods = new Set(
        operations
          .filter(([, other]) => other.path === endpoint.path)
          .map(([, other]) => other.method as string),
      );
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(
        (candidate) => !supportedMethods.has(candidate),
      )) {
        const answer = await app.root.call(method, path);
        expect(answer).toMatchObject({ status: 405, body: { code: [1004] } });
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(
          [...supportedMethods].sort(),
        );
      }
    },
  );

  it.each(changeOperations.filter(([, endpoint]) => endpoint.body))(
    '%s accepts only JSON, or the format of its clients',
    async (_operation, endpoint) => {
      const form = endpoint.speaks ? [] : ['application/x-www-form-urlencoded'];
      for (const type of ['text/plain', 'multipart/form-data; boundary=x', ...form]) {
        const answer = await app.root.call(endpoint.method, missing(endpoint), 'a=b', {
          'content-type': type,
        });
        expect(answer).toMatchObject({ status: 415, body: { code: [1005] } });
      }
    },
  );

  it.each(operations)(
    '%s sends the security headers, even with errors',
    async (_operation, endpoint) => {
      const { headers } = await callWithoutInput(app.anonymous(), endpoint);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    },
  );
});

describe('a page of another site', () => {
  it.each(['https://evil.test', 'null', 'http://sub.127.0.0.1'])(
    'gets no cross-origin permission for the origin %s',
    async (origin) => {
      const answer = await app.root.call('GET', '/user', undefined, { origin });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );
});
