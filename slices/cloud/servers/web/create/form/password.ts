/**
 * Specification section 9: uppercase, lowercase, digits and special characters. Excludes characters
 * that look alike or have a meaning in shells.
 */
const kinds = [
  'ABCDEFGHJKLMNPQRSTUVWXYZ',
  'abcdefghijkmnopqrstuvwxyz',
  '23456789',
  '!#%+-=?@_',
] as const;
const all = kinds.join('');
const length = 20;

/** A uniformly distributed random integer from 0 up to, but not including, `below`. */
function randomBelow(below: number): number {
  const limit = Math.floor(2 ** 32 / below) * below;
  const [value = limit] = crypto.getRandomValues(new Uint32Array(1));
  return value < limit ? value % below : randomBelow(below);
}

const pick = (from: string): string => from.charAt(randomBelow(from.length));

/** A password of 20 characters with every kind among them, about 120 bits. */
export function newPassword(): string {
  const signs = [
    ...kinds.map(pick),
    ...Array.from({ length: length - kinds.length }, () => pick(all)),
  ];
  for (let at = signs.length - 1; at > 0; at--) {
    const other = randomBelow(at + 1);
    [signs[at], signs[other]] = [signs[other] ?? '', signs[at] ?? ''];
  }
  return signs.join('');
}
