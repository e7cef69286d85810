import { describe, expect, it } from 'vitest';
import { maxPictureBytes, parsePicture } from './pictureType.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.alloc(40),
  Buffer.from([0xff, 0xd9]),
]);
const read = (content: Buffer | string) => parsePicture(Buffer.from(content).toString('base64'));
const svg = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;

describe('the type of an image is detected from its bytes', () => {
  it.each([
    ['PNG', png, 'image/png'],
    ['JPEG', jpeg, 'image/jpeg'],
    ['SVG', svg('<path d="M0 0"/>'), 'image/svg+xml'],
    [
      'SVG with declaration and comment',
      `<?xml version="1.0"?><!-- made by hand -->${svg('<use href="#a"/>')}\n`,
      'image/svg+xml',
    ],
    [
      'SVG with a picture of its own',
      svg('<image href="data:image/png;base64,AA=="/>'),
      'image/svg+xml',
    ],
  ])('%s', (_case, content, type) => {
    expect(read(content)).toMatchObject({ type, problem: null });
  });

  it.each([
    ['a page', '<!doctype html><html><script>alert(1)</script></html>'],
    ['a page that calls itself SVG', '<html><svg></svg></html>'],
    ['a PNG head alone', png.subarray(0, 20)],
    ['GIF', 'GIF89a…'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46])],
    ['an archive', Buffer.from([0x50, 0x4b, 3, 4])],
    ['nothing of a kind', 'hello'],
    [
      'too large',
      Buffer.concat([
        png.subarray(0, png.length - 12),
        Buffer.alloc(maxPictureBytes),
        png.subarray(-12),
      ]),
    ],
    ['SVG cut short', '<svg xmlns="http://www.w3.org/2000/svg"><path'],
  ])('%s is rejected', (_case, content) => {
    expect(read(content).problem?.en).toMatch(/[a-z]/);
  });

  it.each([
    ['script', svg('<script>alert(1)</script>')],
    [
      'script of a prefix',
      svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'),
    ],
    ['an event', svg('', 'onload="alert(1)"')],
    ['an event after a slash', '<svg/onload=alert(1)></svg>'],
    [
      'embedded HTML',
      svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    ],
    ['a script address', svg('<a href="javascript:alert(1)"><text>x</text></a>')],
    [
      'a script address written in numbers',
      svg('<a href="&#x6a;avascript:alert(1)"><text>x</text></a>'),
    ],
    ['a script address with a break', svg('<a href="java&#10;script:alert(1)"><text>x</text></a>')],
    [
      'an animation that sets an address',
      svg('<a><animate attributeName="href" to="javascript:alert(1)"/></a>'),
    ],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('&a;')}`],
    ['an external image', svg('<image href="https://evil.example/x.png"/>')],
    ['an external style sheet', svg('<style>@import url(https://evil.example/x.css)</style>')],
    ['an external fill', svg('<rect fill="url(https://evil.example/x#a)"/>')],
    ['SVG data in a picture', svg('<image href="data:image/svg+xml,x"/>')],
  ])('SVG with %s is rejected', (_case, content) => {
    expect(read(content).problem?.en).toMatch(/SVG/);
  });

  it('invalid base64 is rejected', () => {
    for (const input of ['!', 'abc', 'a===', '%%%%'])
      expect(parsePicture(input).problem?.en).toMatch(/incomplete/);
  });
});
