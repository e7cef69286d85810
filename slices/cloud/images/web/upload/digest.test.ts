import { createHash } from 'node:crypto';
import { crc32 as reference } from 'node:zlib';
import { expect, it } from 'vitest';
import { fileNameProblem } from '../../../../../contract/fields/paths.ts';
import { crc32, digestOf, safeFileName } from './digest.ts';

it("is SHA-256, or CRC-32 if SHA-256 is unavailable, and equals the portal's result", async () => {
  const bytes = new Uint8Array(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256));
  expect(await digestOf(bytes.buffer)).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(crc32(bytes)).toBe(reference(bytes).toString(16).padStart(8, '0'));
  expect(crc32(new Uint8Array())).toBe('00000000');
});

it.each([
  'my disk (1).qcow2',
  'דיסק.raw',
  '../../etc/passwd',
  'a....b',
  'disk.',
  '...',
  '',
  'ok-1.0.iso',
])('derives a valid name from %j', (name) => {
  expect(fileNameProblem(safeFileName(name))).toBeNull();
});
