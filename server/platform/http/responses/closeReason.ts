/** The maximum size of a WebSocket close reason in bytes (RFC 6455, section 5.5.1). */
const maxReasonBytes = 123;

/** Truncates the text to the maximum size without splitting a character. */
export function closeReason(text: string): string {
  if (Buffer.byteLength(text) <= maxReasonBytes) return text;
  let truncated = '';
  for (const character of text) {
    if (Buffer.byteLength(`${truncated}${character}…`) > maxReasonBytes) break;
    truncated += character;
  }
  return `${truncated}…`;
}
