import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';

export const maxAllowedAddresses = 20;

/**
 * The normalized form of an address or range, such as `192.0.2.7/32`. Null if invalid. IPv4 has
 * four plain decimal octets, the first above 0 (specification section 5). IPv6 can use any
 * notation. Host bits of a range are cleared. IPv4-mapped IPv6 addresses become IPv4.
 */
export function normalizeAddress(input: string): string | null {
  const [address = '', bits, more] = input.trim().split('/');
  if (more !== undefined || (bits !== undefined && !/^(0|[1-9]\d{0,2})$/.test(bits))) return null;
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address) && !/(^|\.)0\d/.test(address);
  if (!isV4 && !(address.includes(':') && ipaddr.IPv6.isValid(address) && !address.includes('%')))
    return null;
  let parsed = ipaddr.process(address);
  let prefix = bits === undefined ? (parsed.kind() === 'ipv4' ? 32 : 128) : Number(bits);
  if (!isV4 && parsed.kind() === 'ipv4' && bits !== undefined) prefix -= 96;
  const maxPrefix = parsed.kind() === 'ipv4' ? 32 : 128;
  if (prefix < 1 || prefix > maxPrefix) return null;
  const bytes = parsed.toByteArray().map((byte, index) => byte & maskByte(prefix, index));
  if (parsed.kind() === 'ipv4' && bytes[0] === 0) return null;
  parsed = ipaddr.fromByteArray(bytes);
  return `${parsed.toString()}/${prefix}`;
}

const maskByte = (prefix: number, index: number): number => {
  const bits = Math.min(8, Math.max(0, prefix - index * 8));
  return (0xff << (8 - bits)) & 0xff;
};

/**
 * The caller's address in the form used for comparison: IPv4-mapped addresses as IPv4, without a
 * zone.
 */
export const canonicalIp = (ip: string): string =>
  ipaddr.isValid(ip.split('%')[0] ?? '') ? ipaddr.process(ip.split('%')[0] ?? '').toString() : ip;

/**
 * Whether the account can be used from the address. An account with an empty list can be used from
 * anywhere.
 */
export async function isAddressAllowed(ctx: Context, userId: string, ip: string): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean | null }>`
    select bool_or(address >>= ${canonicalIp(ip)}::inet) as fits from user_allowed_ip where user_id = ${userId}`.execute(
    ctx.db,
  );
  return rows[0]?.fits ?? true;
}
