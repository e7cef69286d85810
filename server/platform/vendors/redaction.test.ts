import { expect, it } from 'vitest';
import type { VendorRequest } from '../../../drivers/http/port.ts';
import { redact } from './redaction.ts';

const secret = 'sk_live_canary/1+2';
const request: VendorRequest = {
  method: 'POST',
  address: `https://me:${encodeURIComponent(secret)}@pay.example.com/v1/token?api_key=abc&page=2&x=${encodeURIComponent(secret)}`,
  headers: { authorization: `Bearer ${secret}`, 'x-note': `uses ${secret}`, accept: 'text/plain' },
  body: `grant_type=refresh_token&refresh_token=r-canary&client_secret=c-canary&code=o-canary&amount=12`,
};
const response = {
  status: 200,
  headers: { 'set-cookie': 's=canary', 'content-type': 'application/json' },
  text: JSON.stringify({ access_token: 'a-canary"quoted', code: 'E17', note: secret, id: 'pi_1' }),
};

it('secrets are hidden wherever they occur, and everything else is kept', () => {
  const redacted = redact({ request, response }, { secrets: [secret], isPrivate: false });
  expect(JSON.stringify(redacted)).not.toMatch(/canary/);
  expect(redacted).toMatchObject({
    url: 'https://pay.example.com/v1/token?api_key=•••&page=2&x=•••',
    requestHeaders: { authorization: '•••', 'x-note': 'uses •••', accept: 'text/plain' },
    requestBody: 'grant_type=refresh_token&refresh_token=•••&client_secret=•••&code=•••&amount=12',
    responseHeaders: { 'set-cookie': '•••', 'content-type': 'application/json' },
  });
  expect(JSON.parse(redacted.responseBody)).toEqual({
    ...{ access_token: '•••', code: 'E17', note: '•••', id: 'pi_1' },
  });
});

it('bodies and queries of messages to people are omitted', () => {
  const redacted = redact({ request, response }, { secrets: [secret], isPrivate: true });
  expect(redacted).toMatchObject({ requestBody: '', responseBody: '' });
  expect(redacted.url).toBe('https://pay.example.com/v1/token');
});

it('long bodies are truncated', () => {
  const long = { ...response, text: 'x'.repeat(20_000) };
  const redacted = redact({ request, response: long }, { secrets: [], isPrivate: false });
  expect(redacted.responseBody).toHaveLength(8_000);
});
