/** SHA-256 of a chunk in hex. CRC-32 on insecure pages, where the browser has no SHA-256. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  if (!globalThis.crypto?.subtle) return crc32(new Uint8Array(bytes));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const table = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

export function crc32(bytes: Uint8Array): string {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 255] ?? 0);
  return ((value ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

/**
 * Converts a file name to the form the portal accepts, replacing other characters with underscores.
 */
export const safeFileName = (name: string): string =>
  name
    .replace(/[^a-zA-Z0-9._-]/g, '_')
    .replace(/\.{3,}/g, '..')
    .replace(/\.+$/, '')
    .slice(-200) || 'image';
