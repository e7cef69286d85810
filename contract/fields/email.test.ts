import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { email, emailKey, parseEmail } from './email.ts';

const local64 = 'a'.repeat(64);
const domainOf = (length: number) => `${'a.'.repeat((length - 3) / 2)}com`;

describe('an email address', () => {
  it.each([
    [' name@example.com\n', 'name@example.com'],
    ['Name@EXAMPLE.Com', 'Name@example.com'],
    ["o'brien+tag/x=1@example.co.uk", "o'brien+tag/x=1@example.co.uk"],
    ['info@münchen.de', 'info@xn--mnchen-3ya.de'],
    ['info@MÜNCHEN.de', 'info@xn--mnchen-3ya.de'],
    ['info@mu\u0308nchen.de', 'info@xn--mnchen-3ya.de'],
    ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@例え。テスト', 'info@xn--r8jz45g.xn--zckzah'],
    [`${local64}@example.com`, `${local64}@example.com`],
    [`${local64}@${domainOf(189)}`, `${local64}@${domainOf(189)}`],
  ])('%j is stored as %s', (input, stored) => {
    expect(parseEmail(input)).toBe(stored);
    expect(parseEmail(stored)).toBe(stored);
  });

  it.each([
    ['a local part of 65 octets', `${local64}a@example.com`],
    ['255 octets in all', `${local64.slice(1)}@${domainOf(191)}`],
    ['a label of 64 octets', `a@${'b'.repeat(64)}.com`],
    ['no domain', 'name@'],
    ['no local part', '@example.com'],
    ['no @', 'example.com'],
    ['one label', 'name@localhost'],
    ['two @', 'a@b@example.com'],
    ['two dots', 'a..b@example.com'],
    ['a dot at the end', 'a.@example.com'],
    ['a space', 'a b@example.com'],
    ['an IP address', 'a@192.0.2.1'],
    ['a port', 'a@example.com:25'],
    ['an escaped character', 'a@ex%61mple.com'],
    ['a header', 'a@example.com\r\nBcc: b@example.com'],
  ])('with %s is rejected', (_case, input) => expect(parseEmail(input)).toBeNull());

  it('is matched regardless of case and the spelling of its domain', () => {
    expect(emailKey(' Info@MÜNCHEN.de')).toBe(emailKey('info@xn--mnchen-3ya.de'));
  });

  it('works as a request field', () => {
    expect(email.parse(' Info@MÜNCHEN.de\n')).toBe('Info@xn--mnchen-3ya.de');
    expect(email.safeParse('nobody').error?.issues[0]?.message).toContain('email address');
    expect(z.toJSONSchema(email, { io: 'input' })).toMatchObject({
      type: 'string',
      format: 'email',
      maxLength: 320,
    });
  });
});
