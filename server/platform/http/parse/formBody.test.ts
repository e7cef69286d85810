import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../contract/errors/errors.ts';
import { parseForm } from './formBody.ts';

it('keeps special characters and spaces in fields', () => {
  expect(parseForm('name=web%2D1&disk=size%3D20%20size%3D10&password=a%26b&empty=')).toEqual({
    name: 'web-1',
    disk: 'size=20 size=10',
    password: 'a&b',
    empty: '',
  });
});

describe('a form escaped like a path (cloudcli)', () => {
  const fieldNames = new Set(['id', 'ssh-key', 'script-file', 'tag']);

  it.each([
    'ssh-ed25519 AAAAC3Nza+lZDI1/NTE5AAAA== me@example.test',
    '#!/bin/sh\napt update && apt install -y a b\n',
    'echo a & b=2 & c',
    'x $HOME:@,;?=+&',
    '100% sure & more',
  ])('keeps %j', (value) => {
    // Characters that Go's url.PathEscape leaves unescaped but encodeURIComponent escapes.
    const escaped = encodeURIComponent(value).replace(/%(24|26|2B|3A|3D|40)/g, (code) =>
      decodeURIComponent(code),
    );
    expect(parseForm(`id=&ssh-key=${escaped}&script-file=&tag=${escaped}`, fieldNames)).toEqual({
      ...{ id: '', 'ssh-key': value, 'script-file': '', tag: value },
    });
  });

  it('rejects a value that would be cut off at a field the call doesn’t accept', () => {
    expect(() =>
      parseForm('id=&script-file=curl%20"http:%2F%2Fx%2F%3Fa=1&b=2"&tag=', fieldNames),
    ).toThrow(UserError);
  });

  it('rejects a value that would be cut off at a field the call accepts', () => {
    expect(() =>
      parseForm('id=&script-file=curl%20"http:%2F%2Fx%2F%3Fa=1&id=2"&tag=', fieldNames),
    ).toThrow(UserError);
  });

  it('reads + as a space in standard encoding, and doesn’t drop anything', () => {
    expect(parseForm('tag=a+b&other=1', fieldNames)).toEqual({ tag: 'a b', other: '1' });
  });
});

it('reads list fields in the order in which they were sent', () => {
  expect(parseForm('names[]=web&names[]=db&sizes%5B0%5D=20&sizes%5B1%5D=10')).toEqual({
    names: ['web', 'db'],
    sizes: ['20', '10'],
  });
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
])('rejects %s', (source) => {
  expect(() => parseForm(source)).toThrow(UserError);
});
