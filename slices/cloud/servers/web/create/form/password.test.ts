import { expect, it } from 'vitest';
import { newPassword } from './password.ts';

it('always has 20 characters including uppercase, lowercase, digits and symbols', () => {
  for (let round = 0; round < 200; round++) {
    const password = newPassword();
    expect(password).toMatch(/^[A-Za-z0-9!#%+=?@_-]{20}$/);
    for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/, /[!#%+=?@_-]/]) expect(password).toMatch(kind);
  }
});

it('differs each time, with no fixed position for any character class', () => {
  const passwords = Array.from({ length: 300 }, newPassword);
  expect(new Set(passwords).size).toBe(300);
  expect(new Set(passwords.map((password) => /[A-Z]/.test(password.charAt(0)))).size).toBe(2);
});
