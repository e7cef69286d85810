/**
 * SHA-256 of short text, without waiting: the browser's own gives a promise each time, and only on
 * secure addresses. FIPS 180-4.
 */

const fractionOf = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate += 1)
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
const constants = Int32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)));
const start = Int32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));
const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));
const words = new Int32Array(64);

/** The eight words of the digest. */
export function sha256(text: string): Int32Array {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = Int32Array.from(start);
  for (let block = 0; block < padded.length; block += 64) mix(state, view, block);
  return state;
}

function mix(state: Int32Array, view: DataView, block: number): void {
  const at = (list: Int32Array, index: number): number => list[index] as number;
  for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(block + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [at(words, index - 15), at(words, index - 2)];
    const a = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const b = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[index] = at(words, index - 16) + a + at(words, index - 7) + b;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        choice +
        at(constants, index) +
        at(words, index)) |
      0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries())
    state[index] = at(state, index) + value;
}
