import { describe, expect, it } from 'vitest';
import { routeOf, safeReturnPath, tokenOf } from './publicRoutes.ts';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://portal.example.test');
  return routeOf({ pathname, search }, {});
};

describe('a sign-in notice', () => {
  it.each([
    ['/login?disconnected=1', 'disconnected'],
    ['/login?disconnectedByIp=56', 'disconnectedByIp'],
    ['/login/remote/connected', 'connected'],
    ['/Login/x/Disconnected/56', 'disconnectedByIp'],
    ['/login/x/disconnected/57', 'disconnected'],
    ['/create/remote/connected/1', 'connected'],
  ])('for %s is %s', (address, notice) => {
    expect(at(address).note.notice).toBe(notice);
  });

  it.each([
    '/login/x/Your%20password%20is%20needed',
    '/login/x/constructor',
    '/login/x/__proto__',
    '/login',
    '/forgot/x/connected',
  ])('for %s is empty', (address) => {
    expect(at(address).note.notice).toBeUndefined();
  });
});

it('the remote sign-in page is recognized by the first path segment alone', () => {
  expect(at('/login/remote').note.isRemote).toBe(true);
  expect(at('/login/x/remote').note.isRemote).toBeUndefined();
});

it('the token of a link is in the path or in the query', () => {
  expect(tokenOf(at('/reset/a-b_c'))).toBe('a-b_c');
  expect(tokenOf(at('/setPassword?token=a%2Bb'))).toBe('a+b');
  expect(tokenOf(at('/validate/%E0%A4'))).toBe('%E0%A4');
  expect(tokenOf(at('/validate'))).toBeNull();
});

describe('the page after sign-in', () => {
  it.each([
    '/servers',
    '/servers/1?tab=info',
    '/usage/download?period=2030-04&transition=hourly',
    '/servers?filter=a+b',
    '/',
  ])('is %s', (path) => expect(safeReturnPath(path)).toBe(path));
  it.each([
    undefined,
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '',
  ])('is the dashboard instead of %j', (path) => expect(safeReturnPath(path)).toBe('/dashboard'));
});
