import type { Readable, Writable } from 'node:stream';
import type { RawData, WebSocket } from 'ws';

/**
 * A reader this far behind is waited for: the guest's stream pauses until the browser has caught
 * up.
 */
const highWaterBytes = 1024 * 1024;
const lookAgainMs = 50;

/** A message of the browser as one buffer. */
export function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

/** Hands what the browser sent to the guest; a guest that does not keep up is waited for. */
export function feedStream(socket: WebSocket, stream: Writable, news: Buffer | string): void {
  if (!stream.writable || stream.write(news)) return;
  socket.pause();
  stream.once('drain', () => socket.resume());
}

/**
 * Hands what the stream says to the browser, no faster than the browser takes it. `send` gives what
 * is to be sent, if anything.
 */
export function feedSocket(
  socket: WebSocket,
  stream: Readable,
  send: (chunk: Buffer) => Buffer | string | null,
): void {
  stream.on('data', (chunk: Buffer) => {
    if (socket.readyState !== socket.OPEN) return;
    const news = send(chunk);
    if (news === null) return;
    socket.send(news);
    if (socket.bufferedAmount > highWaterBytes) waitForReader(socket, stream);
  });
}

function waitForReader(socket: WebSocket, stream: Readable): void {
  stream.pause();
  const timer = setInterval(() => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount > highWaterBytes / 2) return;
    clearInterval(timer);
    stream.resume();
  }, lookAgainMs);
}
