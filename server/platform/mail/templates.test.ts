import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { templateProblems } from './templates.ts';

const mail = {
  sample: {
    link: 'https://portal.example.test/reset/3fK…',
    code: '123456',
    minutes: '60',
    name: 'Dana',
  },
  plain: ['name'],
};
const joined = (body: string) =>
  templateProblems(mail, { subject: 'x', body }).flatMap(({ kind, names }) =>
    kind === 'joined' ? names : [],
  );

/**
 * Text that mail programs and browsers interpret as one URL with the value, or could in the future.
 */
const evil = [
  ...[
    'https://evil.example/{link}',
    'http://evil.example/?{link}',
    '//evil/{link}',
    '//evil.example/{link}',
    'evil.example/{link}',
  ],
  ...[
    'https:\\\\evil\\{link}',
    'http:evil?{link}',
    'https:evil.example/{link}',
    'HTTPS://EVIL.EXAMPLE/{link}',
    'www.evil.example/{link}',
  ],
  ...[
    'evil@{link}',
    'user@evil.example?{link}',
    'mailto:a@evil.example?body={link}',
    '[here](http://evil.example/{link})',
    '[x]: {link}evil',
  ],
  ...[
    'ftp://evil/{link}',
    'javascript:{link}',
    'tel:{code}',
    'evil.example#{link}',
    'evil.example:80/{link}',
    '<a href="//evil/{link}">',
  ],
  ...[
    '{link}evil',
    '{link}@evil',
    '{link}@evil.example',
    '{link}.evil.example',
    '{link}?to=evil',
    '{link}/../..//evil',
    '{link}#evil',
  ],
  ...[
    '{link}{code}',
    '{name}{link}',
    '{link}{name}',
    '{{link}}',
    '"{link}"',
    '({link})',
    '{link}.',
    '{link},',
    '<{link}',
    '{link}>',
    '=<{link}>',
  ],
  ...[
    'evil.example/<{link}>',
    '<{link}>evil',
    '<evil{link}>',
    '<<{link}>>',
    '&lt;{link}&gt;',
    '%{link}',
    '&{link}',
    'x={link}',
    '\\{link}',
  ],
];
/**
 * Characters that are blank, zero-width, or separator-like, but aren't white space that reliably
 * ends a URL.
 */
const disguised = [
  ...[
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u00a0',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
    '\u2800',
    '\u3164',
  ],
  ...[
    '\u2044',
    '\u2215',
    '\uff0f',
    '\u29f8',
    '\u3002',
    '\uff0e',
    '\uff61',
    '\ufe55',
    '\uff1a',
    '\ua789',
    '\uff20',
    '\ufe6b',
    '\uff1f',
  ],
  ...[
    '\u000b',
    '\u000c',
    '\u0085',
    '\u1680',
    '\u180e',
    '\u2003',
    '\u202f',
    '\u205f',
    '\u3000',
    '\u115f',
    '\uffa0',
    '\u0000',
    '\u001f',
  ],
];
const space = fc.constantFrom(' ', '\n', '\t', '\r\n', '\n\n', '  ');

describe('a secret in an email text', () => {
  it.each(evil)('is rejected in %s, at any position', (form) => {
    const found = joined(form);
    expect(found.some((name) => name === 'link' || name === 'code')).toBe(true);
    expect(joined(`Hello,\n\n${form}\n\nBye`)).toEqual(found);
  });

  it.each(disguised.map((character) => [character.codePointAt(0)?.toString(16), character]))(
    'is rejected next to U+%s',
    (_code, character) => {
      for (const form of [
        `${character}{link}`,
        `{link}${character}`,
        `https://evil.example/${character}{link}`,
        `{link}${character}@evil.example`,
      ])
        expect(joined(form), JSON.stringify(form)).toEqual(['link']);
    },
  );

  it('is rejected next to any character except white space', () => {
    const other = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/^[ \t\r\n]|[ \t\r\n]$/.test(text) && !/[{}]/.test(text));
    fc.assert(
      fc.property(other, fc.constantFrom('link', 'code'), fc.boolean(), (text, name, isBefore) => {
        // A single bracket of a URL isn't sufficient.
        const body = isBefore ? `${text}{${name}}` : `{${name}}${text}`;
        expect(joined(body)).toEqual([name]);
      }),
    );
  });

  it('must be a separate word or in the angle brackets of a URL, regardless of the other words', () => {
    const words = fc.array(
      fc.constantFrom(
        'https://fine.example/',
        'evil.example',
        'text',
        '//x',
        'a@b.example',
        '{name}!',
        '({minutes})',
      ),
    );
    fc.assert(
      fc.property(
        words,
        words,
        space,
        fc.constantFrom('{link}', '{code}', '<{link}>'),
        (before, after, gap, secret) => {
          expect(joined([...before, secret, ...after].join(gap))).toEqual([]);
        },
      ),
    );
  });

  it('is any value that isn’t marked otherwise', () => {
    expect(
      templateProblems({ sample: { grant: 'x' } }, { subject: 's', body: '{grant}.' }),
    ).toEqual([{ field: 'body', kind: 'joined', names: ['grant'] }]);
  });
});
