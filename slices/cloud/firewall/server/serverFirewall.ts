import { sql } from 'kysely';
import type * as z from 'zod';
import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import type { EngineServer, FirewallEnforcement } from '../../../../drivers/compute/port.ts';
import { decide } from '../../../../drivers/compute/port.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import { describeNics, type ServerNic } from '../../networks/server/index.ts';
import {
  beginServerTask,
  findServer,
  lockServer,
  lockServerForUpdate,
  openServerTasks,
  permissionDenialReasonOn,
  type VisibleServer,
} from '../../servers/server/index.ts';
import type { firewallEndpoints, firewallVerdict, serverFirewall } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { announceFirewall } from './announce.ts';
import { resolve } from './resolve.ts';
import { parseAddress } from './rules/address.ts';
import { changesBetween } from './rules/changes.ts';
import { validatePolicy } from './rules/check.ts';
import { type Db, firewallTables, open, type Policy, type Rule } from './tables.ts';
import { applyNicTask } from './tasks.ts';

type Verdict = z.output<typeof firewallVerdict>;
type TestQuery = z.output<typeof firewallEndpoints.testFirewall.query>;
type Body = z.output<typeof firewallEndpoints.draftFirewall.body>;

interface NicRow {
  policy: Policy | null;
  draft: Policy | null;
  appliedAt: Date | null;
}

/** Returns the firewall of every network interface of a server. Throws `notFound`. */
export async function readServerFirewall(
  ctx: SignedInContext,
  serverId: string,
): Promise<z.input<typeof serverFirewall>> {
  const server = await findServer(ctx, serverId, requiredRightFor('firewall.view'));
  const nics = await describeNics(ctx, [serverId]);
  const rows = await readFirewalls(ctx, serverId);
  const enforcement = await enforcementOf(ctx, server);
  const edit = editObstacle(ctx, server);
  const task = (await openServerTasks(ctx, [serverId])).get(serverId);
  const busy = task ? busyText(task.cmdId)[ctx.language] : null;
  return {
    cards: nics.map((nic, index) => {
      const { policy, draft, appliedAt } = rows.get(nic.nicId) ?? {
        policy: null,
        draft: null,
        appliedAt: null,
      };
      return {
        ...{
          nicId: nic.nicId,
          position: index + 1,
          mac: nic.mac,
          networkName: nic.networkName,
          networkKind: nic.kind,
        },
        addresses: nic.addresses.map(({ address }) => address),
        policy: policy ?? open,
        draft,
        changes: draft ? changesBetween(policy ?? open, draft) : [],
        appliedAt: appliedAt?.toISOString() ?? null,
        enforcement: enforcement(nic.nicId),
      };
    }),
    groups: await groupsOf(ctx, server.ownerId),
    actions: { edit, apply: edit ?? busy },
  };
}

/**
 * Throws `firewallRuleWrong`, `serverWrongState`, and `notFound` for an unknown interface or group.
 */
export async function draftFirewall(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
  body: Body,
): Promise<void> {
  const { server } = await lockNic(ctx, serverId, nicId);
  const groups = await groupsOf(ctx, server.ownerId);
  const draft = validatePolicy(body, new Set(groups.map(({ id }) => id)));
  const values = { nic_id: nicId, server_id: serverId, draft: JSON.stringify(draft) };
  await firewallTables(ctx)
    .insertInto('firewall_card')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('nic_id').doUpdateSet({ draft: values.draft, server_id: serverId }),
    )
    .execute();
  ctx.note({ targetType: 'server', targetId: serverId, after: { nicId, firewallDraft: draft } });
  await announceFirewall(ctx, server);
}

export async function discardFirewallDraft(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
): Promise<void> {
  const { server, row } = await lockNic(ctx, serverId, nicId);
  await firewallTables(ctx)
    .updateTable('firewall_card')
    .set({ draft: null })
    .where('nic_id', '=', nicId)
    .execute();
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { nicId, firewallDraft: row.draft },
  });
  await announceFirewall(ctx, server);
}

/** Throws `firewallNoDraft` and the errors of any server change. */
export async function applyFirewall(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
): Promise<{ cmdId: number }> {
  const locked = await lockServerForUpdate(ctx, serverId, 'password');
  const { nic, row } = await lockNic(ctx, serverId, nicId);
  if (!row.draft)
    throw userError('firewallNoDraft', { name: [locked.server.name, nic.networkName].join(', ') });
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { nicId, firewall: row.policy ?? open },
    after: { nicId, firewall: row.draft },
  });
  return await beginServerTask(ctx, locked, applyNicTask, { serverId, nicId, policy: row.draft });
}

/**
 * Returns the rule that decides about the first packet of a connection. Replies on an accepted
 * connection always pass.
 */
export async function testFirewall(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
  query: TestQuery,
): Promise<Verdict> {
  const server = await findServer(ctx, serverId, requiredRightFor('firewall.view'));
  await requireNic(ctx, serverId, nicId);
  const { direction, protocol, port, remote, of = 'force' } = query;
  const address = parseAddress(remote);
  if (address === null)
    throw userError('firewallRuleWrong', { problem: texts.address(remote) }, 'remote');
  if (protocol !== 'icmp' && port === undefined)
    throw userError('firewallRuleWrong', { problem: texts.port }, 'port');
  const row = (await readFirewalls(ctx, serverId)).get(nicId);
  const { policy, origins } = await resolve(
    ctx,
    (of === 'draft' ? row?.draft : null) ?? row?.policy ?? open,
  );
  const { action, rule } = decide(policy, {
    direction,
    protocol,
    remote: address,
    ...(protocol !== 'icmp' && port !== undefined && { port }),
  });
  const origin = rule === null ? undefined : origins[policy.rules.indexOf(rule)];
  return {
    action,
    place: origin?.place ?? null,
    rule: origin?.rule ?? null,
    groupId: origin?.groupId ?? null,
    enforcement: (await enforcementOf(ctx, server))(nicId),
  };
}

async function lockNic(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
): Promise<{ server: VisibleServer; nic: ServerNic; row: NicRow }> {
  const server = await lockServer(ctx, serverId, requiredRightFor('firewall.manage'));
  ctx.note({ targetType: 'server', targetId: serverId });
  if (server.state !== 'live') throw userError('serverWrongState', { problem: texts.notLive });
  const nic = await requireNic(ctx, serverId, nicId);
  return {
    server,
    nic,
    row: (await readFirewalls(ctx, serverId)).get(nicId) ?? {
      policy: null,
      draft: null,
      appliedAt: null,
    },
  };
}

async function requireNic(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
): Promise<ServerNic> {
  const nic = (await describeNics(ctx, [serverId])).find((candidate) => candidate.nicId === nicId);
  if (!nic) throw userError('notFound', { what: 'network card', id: nicId });
  return nic;
}

async function readFirewalls(ctx: Db, serverId: string): Promise<Map<string, NicRow>> {
  const { rows } = await sql<NicRow & { nicId: string }>`
    select nic_id as "nicId", policy, draft, applied_at as "appliedAt" from firewall_card where server_id = ${serverId}`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ nicId, ...row }) => [nicId, row]));
}

async function groupsOf(
  ctx: Db,
  ownerId: string,
): Promise<{ id: string; name: string; rules: Rule[] }[]> {
  const { rows } = await sql<{ id: string; name: string; rules: Rule[] }>`
    select id, name, rules from firewall_group where owner_id = ${ownerId} order by name_key`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * How the engine enforces the rules of each connected interface. For a disconnected one, how it
 * would enforce them once connected.
 */
async function enforcementOf(
  ctx: SignedInContext,
  server: VisibleServer,
): Promise<(nicId: string) => FirewallEnforcement> {
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const capabilities = await ctx.services.engines.capabilities(engine);
  const engineServer = capabilities.ready ? await inspectNic(ctx, engine, server.id) : null;
  return (nicId) =>
    engineServer?.nics.find(({ id }) => id === nicId)?.firewallEnforcement ?? capabilities.firewall;
}

const inspectNic = (
  ctx: SignedInContext,
  engine: Parameters<typeof ctx.services.engines.get>[0],
  id: string,
): Promise<EngineServer | null> =>
  ctx.services.engines
    .get(engine)
    .inspect(id)
    .catch(() => null);

function editObstacle(ctx: SignedInContext, server: VisibleServer): string | null {
  const denialReason = permissionDenialReasonOn(ctx, server, 'firewall.manage');
  if (denialReason !== null || server.state === 'live') return denialReason;
  return texts.notLive[ctx.language];
}

const busyText = (cmdId: number) => localize('busyText', { cmdId });

const texts = {
  notLive: localize('notLive'),
  address: (given: string) => localize('address', { given }),
  port: localize('port'),
};
