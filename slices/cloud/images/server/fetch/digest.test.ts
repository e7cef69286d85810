import { describe, expect, it } from 'vitest';
import { digestIn, digestTypeOf } from './digest.ts';

const md5 = 'a'.repeat(32);
const sha256 = 'b'.repeat(64);
const sha512 = 'c'.repeat(128);

describe('digest type', () => {
  it.each([
    [md5, 'md5'],
    [sha256, 'sha256'],
    [sha512.toUpperCase(), 'sha512'],
  ])('is derived from the length', (digest, type) => {
    expect(digestTypeOf(digest)).toBe(type);
  });

  it.each(['', 'abc', 'a'.repeat(40), 'g'.repeat(64)])('is rejected for "%s"', (digest) => {
    expect(() => digestTypeOf(digest)).toThrow(
      expect.objectContaining({
        reasons: [
          expect.objectContaining({ name: 'imageDigestLength', values: { given: digest.length } }),
        ],
      }),
    );
  });
});

describe('a vendor’s checksum file', () => {
  it.each([
    ['coreutils', `${md5}  other.img\n${sha256}  image.qcow2\n`, sha256],
    ['coreutils, binary', `${sha256} *image.qcow2\r\n`, sha256],
    ['with a folder', `${sha512}  ./images/image.qcow2\n`, sha512],
    [
      'BSD',
      `# image.qcow2: 1 byte\nSHA256 (image.qcow2) = ${sha256}\nSHA256 (b) = ${md5}${md5}\n`,
      sha256,
    ],
    ['in capitals', `${sha256.toUpperCase()}  image.qcow2`, sha256],
    ['the digest alone', `${sha512}\n`, sha512],
    [
      'several kinds',
      `MD5 (image.qcow2) = ${md5}\nSHA512 (image.qcow2) = ${sha512}\nSHA256 (image.qcow2) = ${sha256}`,
      sha512,
    ],
    ['of other files', `${sha256}  image.qcow2.xz\n${sha256}  my-image.qcow2\n`, null],
    ['a page instead', '<html>not found</html>', null],
    ['SHA-1, which is too weak', `${'d'.repeat(40)}  image.qcow2`, null],
    ['empty', '', null],
  ])('%s', (_kind, text, digest) => {
    expect(digestIn(text, 'image.qcow2')).toBe(digest);
  });
});
