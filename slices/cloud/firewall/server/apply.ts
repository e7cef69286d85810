import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { engineOf } from '../../datacenters/server/index.ts';
import { readServer } from '../../servers/server/index.ts';
import { digestOf, resolve } from './resolve.ts';
import { type Db, firewallTables, open, type Policy } from './tables.ts';

export interface FirewallNic {
  nicId: string;
  serverId: string;
  policy: Policy | null;
  applied: string | null;
}

/**
 * Sends the rules of a network interface to the engine and returns their digest. Throws engine
 * errors.
 */
export async function assignPolicy(
  ctx: Context,
  serverId: string,
  nicId: string,
  policy: Policy,
): Promise<string> {
  const server = await readServer(ctx, serverId);
  if (!server) throw new Error(`The server ${serverId} is gone.`);
  const { policy: resolved } = await resolve(ctx, policy);
  const isOpen =
    resolved.in === 'accept' && resolved.out === 'accept' && resolved.rules.length === 0;
  await (await engineOf(ctx, server.datacenterId)).applyFirewall(
    serverId,
    nicId,
    isOpen ? null : resolved,
  );
  return digestOf(resolved);
}

/**
 * Returns the interfaces whose rules differ from those sent to the engine because a group or its
 * members changed.
 */
export async function findStaleNics(ctx: Db): Promise<FirewallNic[]> {
  const { rows } = await sql<FirewallNic>`
    select nic_id as "nicId", server_id as "serverId", policy, applied from firewall_card where policy is not null order by server_id, nic_id`.execute(
    ctx.db,
  );
  const staleNics: FirewallNic[] = [];
  for (const nic of rows) {
    const { policy } = await resolve(ctx, nic.policy ?? open);
    if (digestOf(policy) !== nic.applied) staleNics.push(nic);
  }
  return staleNics;
}

/**
 * Updates the engines. Interfaces that can't be updated now (server still being created, engine
 * unavailable) are retried in a later run. Returns how many those are.
 */
export async function refreshFirewalls(ctx: Context): Promise<number> {
  let failedCount = 0;
  for (const { nicId, serverId, policy } of await findStaleNics(ctx)) {
    try {
      const server = await readServer(ctx, serverId);
      if (server?.state !== 'live') continue;
      await recordApplied(ctx, nicId, await assignPolicy(ctx, serverId, nicId, policy ?? open));
    } catch (error) {
      failedCount += 1;
      ctx.log.warn({ err: error, serverId, nicId }, 'Firewall rules couldn’t be applied');
    }
  }
  return failedCount;
}

async function recordApplied(ctx: Db, nicId: string, applied: string): Promise<void> {
  await firewallTables(ctx)
    .updateTable('firewall_card')
    .set({ applied, applied_at: sql<Date>`now()` })
    .where('nic_id', '=', nicId)
    .execute();
}
