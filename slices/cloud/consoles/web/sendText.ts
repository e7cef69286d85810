import type { PasteRun } from './parts/PastePanel.tsx';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits while the browser's buffer is larger. Bytes */
const mostWaitingBytes = 64 * 1024;

/**
 * Sends text to a terminal in pieces, each line ended as the Return key does. Gives whether it came
 * to the end.
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
