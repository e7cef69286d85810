/** A recorded event and its time (in ms from the beginning). */
export interface Moment<T> {
  at: number;
  what: T;
}

export type CastEvent = { kind: 'o'; text: string } | { kind: 'r'; columns: number; rows: number };

/** Parses asciicast v2. Input is not shown. An incomplete last line is omitted. */
export function parseAsciicast(source: string): Moment<CastEvent>[] {
  const [, ...lines] = source.split('\n');
  return lines.flatMap((line): Moment<CastEvent>[] => {
    const event = eventOf(line);
    if (!event) return [];
    const [seconds, kind, value] = event;
    const at = seconds * 1000;
    if (kind === 'o') return [{ at, what: { kind: 'o', text: value } }];
    const size = kind === 'r' ? /^(\d{1,4})x(\d{1,4})$/.exec(value) : null;
    return size
      ? [{ at, what: { kind: 'r', columns: Number(size[1]), rows: Number(size[2]) } }]
      : [];
  });
}

function eventOf(line: string): [number, string, string] | null {
  try {
    return JSON.parse(line) as [number, string, string];
  } catch {
    return null;
  }
}

/**
 * Parses a recorded screen: a header line, then frames of the server's output. Input is not shown.
 */
export function parseFrames(bytes: Uint8Array<ArrayBuffer>): Moment<Uint8Array<ArrayBuffer>>[] {
  const frames: Moment<Uint8Array<ArrayBuffer>>[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = bytes.indexOf(0x0a) + 1;
  while (offset > 0 && offset + 9 <= bytes.length) {
    const length = view.getUint32(offset + 5);
    if (offset + 9 + length > bytes.length) break;
    if (view.getUint8(offset + 4) === 0)
      frames.push({
        at: view.getUint32(offset),
        what: bytes.subarray(offset + 9, offset + 9 + length),
      });
    offset += 9 + length;
  }
  return frames;
}

/** The same events, with idle times limited to this length. */
export function withoutSilences<T>(
  moments: readonly Moment<T>[],
  maxSilenceMs: number,
): Moment<T>[] {
  let saved = 0;
  let before = 0;
  return moments.map(({ at, what }) => {
    saved += Math.max(0, at - before - maxSilenceMs);
    before = at;
    return { at: at - saved, what };
  });
}

export const lengthOf = (moments: readonly Moment<unknown>[]): number => moments.at(-1)?.at ?? 0;
