import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OnServerChange } from '../../servers/server/index.ts';
import { addressesOf } from './resolve.ts';
import { type Db, type Entry, firewallTables, type Policy, type Rule } from './tables.ts';

/** Groups belong to their owner, so a transferred server keeps their rules as its own. */
export const preserveForeignRules: OnServerChange = async (ctx, serverId, server) => {
  if (!server) return;
  for (const { nicId, policy } of await nicsOf(ctx, serverId)) {
    const inaccessible = await inaccessibleGroups(ctx, policy, server.ownerId);
    if (inaccessible.size === 0) continue;
    const own = { ...policy, entries: await entriesWithout(ctx, policy, inaccessible) };
    await firewallTables(ctx)
      .updateTable('firewall_card')
      .set({ policy: JSON.stringify(own), draft: null })
      .where('nic_id', '=', nicId)
      .execute();
  }
};

async function nicsOf(ctx: Db, serverId: string): Promise<{ nicId: string; policy: Policy }[]> {
  const { rows } = await sql<{ nicId: string; policy: Policy }>`
    select nic_id as "nicId", policy from firewall_card where server_id = ${serverId} and policy is not null for update`.execute(
    ctx.db,
  );
  return rows;
}

/** The groups of other owners that the policy references, with their rules. */
async function inaccessibleGroups(
  ctx: Db,
  policy: Policy,
  ownerId: string,
): Promise<Map<string, Rule[]>> {
  const groupIds = policy.entries.flatMap((entry) =>
    entry.kind === 'group' ? entry.groupId : (entry.rule.remoteGroupId ?? []),
  );
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; rules: Rule[] }>`
    select id, rules from firewall_group where id = any(${groupIds}::uuid[]) and owner_id <> ${ownerId}`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, rules }) => [id, rules]));
}

async function entriesWithout(
  ctx: Db,
  policy: Policy,
  inaccessible: ReadonlyMap<string, Rule[]>,
): Promise<Entry[]> {
  const rules = policy.entries.flatMap((entry): Entry[] =>
    entry.kind === 'group' && inaccessible.has(entry.groupId)
      ? (inaccessible.get(entry.groupId) ?? []).map((rule) => ({
          kind: 'rule',
          rule: { ...rule, id: randomUUID() },
        }))
      : [entry],
  );
  const others = rules.flatMap((entry) =>
    entry.kind === 'rule' && entry.rule.remoteGroupId !== null ? [entry.rule.remoteGroupId] : [],
  );
  const addresses = await addressesOf(ctx, [...new Set(others)]);
  return rules.flatMap((entry): Entry[] => {
    if (entry.kind === 'group' || entry.rule.remoteGroupId === null) return [entry];
    const remotes = addresses.get(entry.rule.remoteGroupId) ?? [];
    // The group has no members, so the rule matches nothing.
    return remotes.length > 0
      ? [{ kind: 'rule', rule: { ...entry.rule, remoteGroupId: null, remotes } }]
      : [];
  });
}
