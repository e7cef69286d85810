import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { findSubnet } from '../find.ts';

/** Returns `7.0.64.10.in-addr.arpa.`, or the name by nibbles under `ip6.arpa.` (RFC 3596). */
export function reverseNameOf(address: string): string {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4')
    return `${(parsed as ipaddr.IPv4).octets.toReversed().join('.')}.in-addr.arpa.`;
  const nibbles = parsed.toByteArray().flatMap((byte) => [byte >> 4, byte & 15]);
  return `${nibbles
    .toReversed()
    .map((nibble) => nibble.toString(16))
    .join('.')}.ip6.arpa.`;
}

/**
 * Returns the names of a subnet's addresses as PTR records with fully qualified names, which are
 * valid in any delegated zone.
 */
export async function getReverseZone(ctx: SignedInContext, subnetId: string): Promise<string> {
  const { subnet } = await findSubnet(ctx, subnetId);
  const { rows } = await sql<{ address: string; name: string }>`
    select host(ip) as address, reverse_name as name from address
    where subnet_id = ${subnetId} and reverse_name is not null order by ip`.execute(ctx.db);
  return [
    `; ${subnet.cidr}`,
    '$TTL 3600',
    ...rows.map(({ address, name }) => `${reverseNameOf(address)} IN PTR ${name}.`),
    '',
  ].join('\n');
}
