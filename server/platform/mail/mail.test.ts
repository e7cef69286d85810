import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contrastOf, palettesOf } from './colors.ts';
import { fill, oneLine } from './mail.ts';
import type { MailLook } from './mailBranding.ts';
import { renderMail } from './render.ts';
import { setListeningPort, siteAddress } from './siteAddress.ts';

const look: MailLook = {
  systemName: 'Example Cloud',
  address: 'https://cloud.example',
  copyright: '© Example',
  primaryColor: '#0062cc',
  borderRadius: 4,
  logo: null,
  sender: '',
};
const rendered = (body: string, values: Record<string, string>, more: Partial<MailLook> = {}) =>
  renderMail(
    {
      look: { ...look, ...more },
      language: 'en',
      subject: 'Hello',
      content: { body, values, action: 'Open' },
    },
    { logoSource: null, scheme: 'auto', styles: 'attributes' },
  );

describe('the URL of a site', () => {
  const at = (
    site: { hosts: string[]; lapsedHosts?: string[]; path?: string },
    config: { publicUrl?: string; host?: string; port?: number } = {},
    services = {
      config: { host: '127.0.0.1', port: 8080, ...config },
      listening: { port: null },
    },
  ) =>
    siteAddress({
      site: { path: 'root/below', lapsedHosts: [], ...site },
      services,
    } as unknown as Pick<Context, 'site' | 'services'>);

  it.each([
    [
      ['portal.example', 'other.example'],
      { publicUrl: 'https://cloud.example' },
      'https://portal.example',
    ],
    [
      ['portal.example'],
      { publicUrl: 'https://cloud.example:8443' },
      'https://portal.example:8443',
    ],
    [[], { publicUrl: 'https://cloud.example/console/' }, 'https://cloud.example'],
    [[], {}, 'http://127.0.0.1:8080'],
    [[], { host: '0.0.0.0' }, 'http://localhost:8080'],
    [[], { host: '::1', port: 80 }, 'http://[::1]'],
    [['portal.example'], {}, 'http://portal.example:8080'],
  ])('with the hosts %j and %j is %s', (hosts, config, address) => {
    expect(at({ hosts }, config)).toBe(address);
  });

  it('is the public URL for the root site, regardless of its hostnames', () => {
    const site = { hosts: ['other.example'], path: 'root' };
    expect(at(site, { publicUrl: 'https://cloud.example' })).toBe('https://cloud.example');
    expect(at(site, {})).toBe('http://other.example:8080');
  });

  it('never uses a hostname with expired verification', () => {
    const publicUrl = 'https://cloud.example';
    expect(
      at({ hosts: ['a.example', 'b.example'], lapsedHosts: ['a.example'] }, { publicUrl }),
    ).toBe('https://b.example');
    expect(at({ hosts: ['a.example'], lapsedHosts: ['a.example'] }, { publicUrl })).toBe(
      'https://cloud.example',
    );
    expect(at({ hosts: ['a.example'], lapsedHosts: ['a.example'], path: 'root' })).toBe(
      'http://127.0.0.1:8080',
    );
  });

  it('includes the port chosen by the system', () => {
    const services = { config: { host: '127.0.0.1', port: 0 }, listening: { port: null } };
    setListeningPort(services as unknown as Context['services'], {
      address: '127.0.0.1',
      family: 'IPv4',
      port: 41_234,
    });
    expect(at({ hosts: [] }, {}, services)).toBe('http://127.0.0.1:41234');
  });
});

describe('email colors', () => {
  it('are readable for any color of a site, light and dark', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const color = `#${value.toString(16).padStart(6, '0')}`;
        for (const palette of Object.values(palettesOf(color))) {
          const pairs = [
            [palette.onButton, palette.button],
            ...['card', 'page'].flatMap((surface) =>
              ['ink', 'soft', 'accent']
                .map((over) => [over, surface])
                .map(([over, background]) => [
                  palette[over as 'ink'],
                  palette[background as 'card'],
                ]),
            ),
          ];
          for (const [one, other] of pairs)
            expect(
              contrastOf(one as string, other as string),
              `${color}: ${one} on ${other}`,
            ).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 300, examples: [[0xffff00], [0xffffff], [0], [0x0062cc]] },
    );
  });
});

describe('an email', () => {
  it('contains values as text, never as markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (value, name) => {
        const { html } = rendered(
          'Hi {value}',
          { value, link: value },
          { systemName: name, copyright: value },
        );
        const tags = [...html.matchAll(/<\/?([a-z!][^\s>]*)/gi)].map((match) => match[1]);
        expect(
          new Set(tags).difference(
            new Set([
              '!doctype',
              'html',
              'head',
              'meta',
              'style',
              'title',
              'body',
              'table',
              'tr',
              'td',
              'span',
              'p',
              'bdi',
              'a',
              'br',
            ]),
          ).size,
        ).toBe(0);
      }),
      {
        examples: [
          ['<script>alert(1)</script>', '"><img src=x>'],
          ["javascript:alert('x')", '{value}'],
        ],
      },
    );
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example/"onclick=x',
    '//a.example',
    '',
  ])('has no button for %j', (link) => {
    expect(rendered('Hi', { link }).html).not.toContain('Open</a>');
  });

  it('inserts a value once, so that a value can’t contain a placeholder', () => {
    const values = { name: '{code}', code: 'secret' };
    expect(fill('{name} {constructor} {missing}', values)).toBe('{code} {constructor} {missing}');
    const { html, text } = rendered('Dear {name}', values);
    expect(html).not.toContain('secret');
    expect(text).not.toContain('secret');
  });

  it('has its subject on one line without direction marks', () => {
    expect(oneLine('a\r\nBcc: b\u2028c\u202ed\u0000')).toBe('a Bcc: b c d');
  });

  it('separates paragraphs at blank lines, and repeats the link as text', () => {
    const { html, text } = rendered('One\ntwo\n\nThree', { link: 'https://a.example/x?y=1&z=2' });
    expect(html.match(/<p /g)).toHaveLength(3);
    expect(html).toContain('One<br>two');
    expect(html).toContain('href="https://a.example/x?y=1&amp;z=2"');
    expect(text).toBe(
      'One\ntwo\n\nThree\n\nOpen\nhttps://a.example/x?y=1&z=2\n\n-- \nExample Cloud\nhttps://cloud.example\n© Example',
    );
  });
});
