import { expect, it } from 'vitest';
import { guestText, normalizeGuestText } from './guestText.ts';

it.each([
  ['CRLF', '#!/bin/sh\r\necho a\r\n', '#!/bin/sh\necho a\n'],
  ['CR', '#!/bin/sh\recho a', '#!/bin/sh\necho a'],
  ['a byte order mark', '\ufeff#cloud-config\npackages: []', '#cloud-config\npackages: []'],
  ['blank lines in front', '\n  \r\n#!/bin/sh\n', '#!/bin/sh\n'],
  ['blanks in front of the first line', '  #cloud-config\na: 1', '#cloud-config\na: 1'],
  ['indented YAML', '\n  a: 1\n  b: 2\n', '  a: 1\n  b: 2\n'],
  ['blanks alone', ' \r\n\t\n ', ''],
])('text with %s is normalized once', (_case, input, normal) => {
  expect(normalizeGuestText(input)).toBe(normal);
  expect(normalizeGuestText(normal)).toBe(normal);
  expect(guestText(100).parse(input)).toBe(normal);
});

it('control characters are rejected, but terminal colors aren’t', () => {
  expect(guestText(100).safeParse('#!/bin/sh\necho \u0000').success).toBe(false);
  expect(guestText(100).safeParse('#!/bin/sh\necho "\u001b[1m"').success).toBe(true);
});
