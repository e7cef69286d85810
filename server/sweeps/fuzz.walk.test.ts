import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestClient } from '../testing/client.ts';
import { hostileValues, nearMisses, valuesMatching } from '../testing/schemaArbitrary.ts';

const casesPerOperation = Number(process.env.CLOUDBERTH_FUZZ_CASES ?? 40);
/** Excludes operations that end the session or never complete. */
const operations = Object.entries(contract as Record<string, Endpoint>).filter(
  ([name, endpoint]) =>
    endpoint.kind !== 'socket' && endpoint.kind !== 'events' && name !== 'logout',
);

let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  client = app.root;
}, 30_000);
afterAll(() => app.close());

const pathValues = fc.oneof(
  fc.uuid({ version: 4 }),
  fc.string({ maxLength: 30 }),
  fc.constantFrom('0', '-1', '%00', '..%2f..', 'null', '9'.repeat(30), '%ff'),
);
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function encodeValue(value: string): string {
  try {
    return encodeURIComponent(value.toWellFormed());
  } catch {
    return 'x';
  }
}

/**
 * Calls of the operation with arbitrary invalid input, input of the right structure, or input with
 * one error.
 */
function fuzzCalls(endpoint: Endpoint): fc.Arbitrary<{ path: string; body: string | undefined }> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const query = endpoint.query
    ? fc.oneof(valuesMatching(endpoint.query), nearMisses(endpoint.query))
    : fc.constant({});
  const body = endpoint.body
    ? fc.oneof(valuesMatching(endpoint.body), nearMisses(endpoint.body), hostileValues)
    : fc.constant(undefined);
  return fc
    .tuple(fc.tuple(...names.map(() => pathValues)), query, body)
    .map(([values, queryValue, bodyValue]) => {
      const path = names.reduce(
        (resolved, name, index) => resolved.replace(`{${name}}`, encodeValue(values[index] ?? '')),
        endpoint.path,
      );
      const pairs = Object.entries((queryValue ?? {}) as object).map(
        ([name, value]) => `${encodeValue(name)}=${encodeValue(asText(value))}`,
      );
      return {
        path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
        body: bodyValue === undefined ? undefined : JSON.stringify(bodyValue),
      };
    });
}

describe('any input', () => {
  it.each(operations)(
    '%s returns an error in the usual format or success, never a server error',
    async (_operation, endpoint) => {
      await fc.assert(
        fc.asyncProperty(fuzzCalls(endpoint), async ({ path, body }) => {
          const answer = await client.call(endpoint.method, path, body);
          expect(answer.status, `${endpoint.method} ${path} ${body} → ${answer.text}`).toBeLessThan(
            500,
          );
          if (answer.status >= 400) {
            expect(answer.body.errors?.[0]?.info, `${path} ${body}`).toBeTruthy();
            expect(answer.body.code?.[0]).toBe(answer.body.errors?.[0]?.code);
          }
        }),
        { numRuns: casesPerOperation },
      );
    },
    60_000,
  );
});

describe('bodies without a schema', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const wideBody = `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
  it.each([
    ['not JSON', '{', 400],
    ['nothing but a number too large', '{"email":1e400}', 400],
    ['the same name twice', '{"email":"a@b.cd","email":"c@d.ef","password":"x"}', 400],
    ['a prototype', '{"__proto__":{"isRoot":true}}', 400],
    ['U+0000', '{"email":"a\\u0000@b.cd","password":"x"}', 400],
    ['half a surrogate pair', '{"email":"\\ud800","password":"x"}', 400],
    ['an unknown field', '{"email":"a@b.cd","password":"x","isRootOrAdmin":true}', 400],
    ['a number instead of a string', '{"email":5,"password":"x"}', 400],
    ['twenty thousand levels', deep, 400],
    ['a hundred thousand fields', wideBody, 413],
    ['more than a mebibyte', `{"email":"${'a'.repeat(1024 * 1024)}"}`, 413],
  ])('%s is rejected cleanly', async (_case, body, status) => {
    const answer = await app.anonymous().call('POST', '/login', body);
    expect(answer.status).toBeOneOf([status, 400]);
    expect(answer.body.errors?.[0]?.info).toBeTruthy();
  });

  it('names the field and the expected format', async () => {
    const newCustomer = await app.signInAs('user');
    const answer = await newCustomer.put('/header/language', { language: 'klingon', extra: 1 });
    expect(answer.body.errors).toEqual([
      { code: 1000, info: 'Enter one of these values: en, he, ar.', key: 'language' },
      { code: 1000, info: 'This field isn’t recognized.', key: 'extra' },
    ]);
  });
});
