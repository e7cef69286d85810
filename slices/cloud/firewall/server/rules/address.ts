import { isIP } from 'node:net';

/** One trimmed address of either family. Null when invalid. */
export function parseAddress(given: string): string | null {
  const address = given.trim();
  return isIP(address) !== 0 && !address.includes('%') ? address : null;
}
