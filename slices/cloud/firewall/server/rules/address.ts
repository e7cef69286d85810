import { isIP } from 'node:net';

/** Returns one trimmed IPv4 or IPv6 address, or null if it is invalid. */
export function parseAddress(input: string): string | null {
  const address = input.trim();
  return isIP(address) !== 0 && !address.includes('%') ? address : null;
}
