import { isIP } from 'node:net';

/** One address of either family, without blanks around it; null when it is none. */
export function parseAddress(given: string): string | null {
  const address = given.trim();
  return isIP(address) !== 0 && !address.includes('%') ? address : null;
}
