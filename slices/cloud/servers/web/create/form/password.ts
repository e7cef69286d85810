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

/** A uniformly distributed random integer from 0 up to, but not including, `exclusiveMax`. */
function randomBelow(exclusiveMax: number): number {
  const limit = Math.floor(2 ** 32 / exclusiveMax) * exclusiveMax;
  const [value = limit] = crypto.getRandomValues(new Uint32Array(1));
  return value < limit ? value % exclusiveMax : randomBelow(exclusiveMax);
}

const pick = (from: string): string => from.charAt(randomBelow(from.length));

/** A password of 20 characters with every kind among them, about 120 bits. */
export function newPassword(): string {
  const characters = [
    ...kinds.map(pick),
    ...Array.from({ length: length - kinds.length }, () => pick(all)),
  ];
  for (let index = characters.length - 1; index > 0; index--) {
    const other = randomBelow(index + 1);
    [characters[index], characters[other]] = [characters[other] ?? '', characters[index] ?? ''];
  }
  return characters.join('');
}
