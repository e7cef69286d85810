/** A WebSocket's reason holds at most so many bytes (RFC 6455, section 5.5.1). */
const longestReasonBytes = 123;

/** As much of the words as fits, whole characters only. */
export function asReason(words: string): string {
  if (Buffer.byteLength(words) <= longestReasonBytes) return words;
  let fitting = '';
  for (const character of words) {
    if (Buffer.byteLength(`${fitting}${character}…`) > longestReasonBytes) break;
    fitting += character;
  }
  return `${fitting}…`;
}
