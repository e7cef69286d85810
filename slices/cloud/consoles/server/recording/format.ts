import type { ConsoleKind } from '../tables.ts';

/** Terminals are recorded as text, screens as bytes. */
export const isText = (kind: ConsoleKind): boolean => kind === 'serial' || kind === 'ssh';

/**
 * asciicast v2 (docs.asciinema.org): a line of JSON about it, then a line an event: seconds, `o`
 * shown, `i` typed, `r` resized.
 */
export function castHeader(startedAt: Date, title: string): Buffer {
  const header = {
    version: 2,
    width: 80,
    height: 24,
    timestamp: Math.floor(startedAt.getTime() / 1000),
    title,
    env: { TERM: 'xterm-256color' },
  };
  return Buffer.from(`${JSON.stringify(header)}\n`);
}

export const castEvent = (ms: number, kind: 'o' | 'i' | 'r', text: string): Buffer =>
  Buffer.from(`${JSON.stringify([ms / 1000, kind, text])}\n`);

/**
 * Screens: a line of JSON about it, then frames of the bytes themselves (RFB or Guacamole
 * instructions).
 */
export const screenHeader = (kind: ConsoleKind, startedAt: Date, title: string): Buffer =>
  Buffer.from(
    `${JSON.stringify({ version: 1, kind, timestamp: Math.floor(startedAt.getTime() / 1000), title })}\n`,
  );

/** Time in ms, direction (0 from the server, 1 typed), length, bytes; numbers big-endian. */
export function frame(ms: number, direction: 'o' | 'i', bytes: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt32BE(ms, 0);
  head.writeUInt8(direction === 'o' ? 0 : 1, 4);
  head.writeUInt32BE(bytes.length, 5);
  return Buffer.concat([head, bytes]);
}
