import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { listDatacenters } from '../../../datacenters/server/index.ts';
import type { networkEndpoints } from '../../contract.ts';
import { isRoot } from '../access.ts';

type Options = z.output<(typeof networkEndpoints)['getNetworkOptions']['answer']>;

/** The defaults of the form for a new network, so that it can be submitted without typing. */
export async function getNetworkOptions(ctx: SignedInContext): Promise<Options> {
  const datacenters = (await listDatacenters(ctx))
    .filter(({ isEnabled }) => isEnabled)
    .map(({ id, name }) => ({ id, name }));
  return {
    datacenters,
    kinds: isRoot(ctx) ? ['lan', 'wan', 'int'] : ['lan'],
    suggestedName: await suggestName(ctx),
    suggestedCidr: await suggestRange(ctx),
    suggestedCidr6: randomUniqueLocalRange(),
  };
}

/** Returns the first of `private`, `private-2`, … that none of the user's networks uses. */
async function suggestName(ctx: SignedInContext): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name_key as name from network where owner_id = ${ctx.actor.userId} or owner_id is null`.execute(
    ctx.db,
  );
  const usedNames = new Set(rows.map(({ name }) => name));
  const privateNetworkName = (number: number): string =>
    number === 1 ? 'private' : `private-${number}`;
  let number = 1;
  while (usedNames.has(privateNetworkName(number))) number += 1;
  return privateNetworkName(number);
}

/**
 * Returns the first 10.x.0.0/24 that overlaps none of the user's networks, so that two networks can
 * be joined later.
 */
async function suggestRange(ctx: SignedInContext): Promise<string> {
  const { rows } = await sql<{ cidr: string }>`
    select free::text as cidr from (
      select set_masklen('10.0.0.0'::inet + number * 256, 24)::cidr as free from generate_series(256, 65535) as number
    ) candidate
    where not exists (
      select from subnet join network on network.id = subnet.network_id
      where (network.owner_id = ${ctx.actor.userId} or network.owner_id is null) and subnet.cidr && free
    ) limit 1`.execute(ctx.db);
  return rows[0]?.cidr ?? '192.168.0.0/24';
}

/** Returns a random unique local IPv6 network (RFC 4193). Collisions are very unlikely. */
function randomUniqueLocalRange(): string {
  const groups = Array.from({ length: 2 }, () => randomInt(1, 0x10000).toString(16));
  return `fd${randomInt(256).toString(16).padStart(2, '0')}:${groups.join(':')}::/64`;
}
