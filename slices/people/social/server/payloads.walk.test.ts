import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, Harness } from './testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.open();
}, 60_000);
afterAll(() => harness.close());

describe('no payload redirects anywhere else', () => {
  const targets = [
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '@evil.test',
    'evil.test%2f..',
    '\t//evil.test',
  ];
  const wraps = [
    '',
    'login',
    '/login',
    'login/../',
    '%2f',
    '%5c',
    'login?next=',
    'login#',
    '.',
    'http:',
  ];
  const payloads = targets.flatMap((target) =>
    wraps.flatMap((wrap) => [`${wrap}${target}`, encodeURIComponent(`${wrap}${target}`)]),
  );
  const more = Array.from(
    { length: 200 - payloads.length },
    (_, index) => `https://evil.test/${index}`,
  );
  const all = [...payloads, ...more];

  it('has two hundred payloads', () => expect(new Set(all).size).toBeGreaterThanOrEqual(200));

  it('in page and handler are rejected, without a Location header', async () => {
    const client = harness.app.anonymous();
    for (const payload of all) {
      for (const path of [
        `${encodeURIComponent(payload)}/login`,
        `login/${encodeURIComponent(payload)}`,
      ]) {
        const answer = await client.get(`/socialAccess/stateToken/${harness.social}/${path}`);
        expect(answer.status, payload).toBeGreaterThanOrEqual(400);
        expect(answer.headers.get('location')).toBeNull();
        expect(answer.text).not.toContain('"address"');
      }
    }
  });

  it('in state, page and handler of the callback are rejected, without a Location header', async () => {
    const client = harness.app.anonymous();
    const returnedLogin = await harness.travel(client, harness.person());
    for (const payload of all) {
      // Requests over the rate limit are rejected with its error. Their responses are checked too.
      const answer = await client.post('/socialAccess/stateToken', {
        code: 'code',
        social: harness.social,
        stateToken: payload,
      });
      expect([32, 1008, 1000], payload).toContain(codeOf(answer));
      expect(answer.headers.get('location')).toBeNull();
      for (const change of [{ state: payload }, { page: payload }, { handler: payload }]) {
        const token = await harness.confirm(client, returnedLogin, change);
        expect([32, 1000], payload).toContain(codeOf(token));
        expect(token.headers.get('location')).toBeNull();
      }
    }
    expect((await client.get('/user')).status).toBe(401);
  });
});
