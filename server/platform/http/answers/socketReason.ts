/** The maximum size of a WebSocket close reason in bytes (RFC 6455, section 5.5.1). */
const longestReasonBytes = 123;

/** Truncates the text to the maximum size without splitting a character. */
export function asReason(words: string): string {
  if (Buffer.byteLength(words) <= longestReasonBytes) return words;
  let fitting = '';
  for (const character of words) {
    if (Buffer.byteLength(`${fitting}${character}…`) > longestReasonBytes) break;
    fitting += character;
  }
  return `${fitting}…`;
}
