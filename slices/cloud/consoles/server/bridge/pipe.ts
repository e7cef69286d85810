import type { Readable, Writable } from 'node:stream';
import type { RawData, WebSocket } from 'ws';

/**
 * If the browser's unsent data exceeds this, the guest's stream pauses until the browser has caught
 * up.
 */
const highWaterBytes = 1024 * 1024;
const pollMs = 50;

/** A WebSocket message as a single buffer. */
export function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

/** Writes browser input to the guest. Pauses the browser while the guest doesn't keep up. */
export function pipeToStream(socket: WebSocket, stream: Writable, chunk: Buffer | string): void {
  if (!stream.writable || stream.write(chunk)) return;
  socket.pause();
  stream.once('drain', () => socket.resume());
}

/**
 * Sends the stream's output to the browser, but no faster than the browser reads it. `send` returns
 * the data to send, or null for none.
 */
export function pipeToSocket(
  socket: WebSocket,
  stream: Readable,
  send: (chunk: Buffer) => Buffer | string | null,
): void {
  stream.on('data', (chunk: Buffer) => {
    if (socket.readyState !== socket.OPEN) return;
    const frame = send(chunk);
    if (frame === null) return;
    socket.send(frame);
    if (socket.bufferedAmount > highWaterBytes) resumeWhenDrained(socket, stream);
  });
}

function resumeWhenDrained(socket: WebSocket, stream: Readable): void {
  stream.pause();
  const timer = setInterval(() => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount > highWaterBytes / 2) return;
    clearInterval(timer);
    stream.resume();
  }, pollMs);
}
