import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FirewallPolicy, FirewallRule } from '../../../../drivers/compute/port.ts';
import { describeNics } from '../../networks/server/index.ts';
import type { Db, Policy, Rule } from './tables.ts';

/** A policy in the engine's terms, with the position of each rule on screen. */
export interface Resolved {
  policy: FirewallPolicy;
  /** For the rule with the same index: its entry (1-based), and its group if it comes from one. */
  origins: { place: number; rule: Rule; groupId: string | null }[];
}

/** Replaces groups with their rules, and groups used as the remote host with their addresses. */
export async function resolve(ctx: Db, policy: Policy): Promise<Resolved> {
  const groupIds = policy.entries.flatMap((entry) =>
    entry.kind === 'group' ? [entry.groupId] : [],
  );
  const groups = await rulesOf(ctx, groupIds);
  const origins = policy.entries.flatMap((entry, index): Resolved['origins'] =>
    entry.kind === 'rule'
      ? [{ place: index + 1, rule: entry.rule, groupId: null }]
      : (groups.get(entry.groupId) ?? []).map((rule) => ({
          place: index + 1,
          rule,
          groupId: entry.groupId,
        })),
  );
  const others = [...new Set(origins.flatMap(({ rule }) => rule.remoteGroupId ?? []))];
  const addresses = await addressesOf(ctx, others);
  const rules = origins.map(({ rule }): FirewallRule => {
    const { id, direction, protocol, action } = rule;
    const ports = rule.ports.map(({ from, to }) => [from, to] as const);
    return { id, direction, protocol, action, ports, remotes: remotesOf(rule, addresses) };
  });
  return { policy: { in: policy.in, out: policy.out, rules }, origins };
}

/** Returns null for any host. A group without interfaces matches no host. */
function remotesOf(
  { remotes, remoteGroupId }: Rule,
  addresses: ReadonlyMap<string, string[]>,
): string[] | null {
  if (remoteGroupId !== null) return addresses.get(remoteGroupId) ?? [];
  return remotes.length > 0 ? remotes : null;
}

async function rulesOf(ctx: Db, groupIds: readonly string[]): Promise<Map<string, Rule[]>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    rules: Rule[];
  }>`select id, rules from firewall_group where id = any(${[...groupIds]}::uuid[])`.execute(ctx.db);
  return new Map(rows.map(({ id, rules }) => [id, rules]));
}

/** The addresses of the interfaces that use these groups, in a stable order. */
export async function addressesOf(
  ctx: Db,
  groupIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{ groupId: string; nicId: string; serverId: string }>`
    select wanted.id as "groupId", nic_id as "nicId", server_id as "serverId" from firewall_card
    join unnest(${[...groupIds]}::text[]) as wanted (id)
      on policy -> 'entries' @> jsonb_build_array(jsonb_build_object('kind', 'group', 'groupId', wanted.id))`.execute(
    ctx.db,
  );
  const nics = await describeNics(ctx, [...new Set(rows.map(({ serverId }) => serverId))]);
  const byNic = new Map(
    nics.map(({ nicId, addresses }) => [nicId, addresses.map(({ address }) => address)]),
  );
  const found = new Map<string, string[]>();
  for (const { groupId, nicId } of rows)
    found.set(groupId, [...(found.get(groupId) ?? []), ...(byNic.get(nicId) ?? [])].sort());
  return found;
}

/** Identifies a resolved policy. */
export const digestOf = (policy: FirewallPolicy): string =>
  createHash('sha256').update(JSON.stringify(policy)).digest('hex');
