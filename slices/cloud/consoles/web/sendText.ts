import type { PasteRun } from './parts/PastePanel.tsx';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Sending waits while the browser's buffer exceeds this size, in bytes. */
const maxPendingBytes = 64 * 1024;

/**
 * Sends text to a terminal in blocks, with line endings as sent by the Return key. Returns whether
 * it finished.
 */
export async function sendText(
  socket: WebSocket,
  pasted: string,
  { bytes, ms }: { bytes: number; ms: number },
  { signal, onProgress }: PasteRun,
): Promise<boolean> {
  const all = new TextEncoder().encode(pasted.replace(/\r\n?|\n/g, '\r'));
  const startedAt = performance.now();
  for (let offset = 0; offset < all.length; offset += bytes) {
    const waitMs = startedAt + (offset / bytes) * ms - performance.now();
    if (waitMs > 4) await pause(waitMs);
    while (socket.bufferedAmount > maxPendingBytes && socket.readyState === WebSocket.OPEN)
      await pause(20);
    if (signal.aborted || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(all.subarray(offset, offset + bytes));
    onProgress(Math.round((pasted.length * Math.min(offset + bytes, all.length)) / all.length));
  }
  return true;
}
