import { expect, it } from 'vitest';
import { patternOf } from './pageTemplate.ts';

it.each([
  ['/servers', '/servers', true],
  ['/servers', '/Servers/', true],
  ['/servers', '/servers/1', false],
  ['/servers/$serverId/{-$tab}', '/servers/1', true],
  ['/servers/$serverId/{-$tab}', '/servers/1/info', true],
  ['/servers/$serverId/{-$tab}', '/servers/1/info/more', false],
  ['/servers/$serverId/{-$tab}', '/servers', false],
  ['/', '/', true],
  ['/', '/servers', false],
])('the screen %s at the path %s: %s', (path, pathname, isMatch) => {
  expect(patternOf(path).test(pathname)).toBe(isMatch);
});
