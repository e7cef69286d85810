import { expect, it } from 'vitest';
import { Refusal } from '../../../contract/errors.ts';
import { parseForm } from './formBody.ts';

it('reads fields with their signs and blanks', () => {
  expect(parseForm('name=web%2D1&disk=size%3D20%20size%3D10&password=a%26b&empty=')).toEqual({
    name: 'web-1',
    disk: 'size=20 size=10',
    password: 'a&b',
    empty: '',
  });
});

it('reads the fields of a list in the order they are sent', () => {
  expect(parseForm('names[]=web&names[]=db&sizes%5B0%5D=20&sizes%5B1%5D=10')).toEqual({ names: ['web', 'db'], sizes: ['20', '10'] });
});

it.each([
  'a=1&a=2',
  'a=1&a[]=2',
  'a[]=1&a=2',
  '__proto__[]=1',
  '__proto__=1',
  'constructor=1',
  'a=%00',
  Array.from({ length: 201 }, (_, index) => `f${index}=1`).join('&'),
])('refuses %s', (source) => {
  expect(() => parseForm(source)).toThrow(Refusal);
});
