import type { PasteRun } from './parts/PastePanel.tsx';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Sending waits while the browser's buffer exceeds this size, in bytes. */
const mostWaitingBytes = 64 * 1024;

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
  const begunAt = performance.now();
  for (let at = 0; at < all.length; at += bytes) {
    const ahead = begunAt + (at / bytes) * ms - performance.now();
    if (ahead > 4) await pause(ahead);
    while (socket.bufferedAmount > mostWaitingBytes && socket.readyState === WebSocket.OPEN)
      await pause(20);
    if (signal.aborted || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(all.subarray(at, at + bytes));
    onProgress(Math.round((pasted.length * Math.min(at + bytes, all.length)) / all.length));
  }
  return true;
}
