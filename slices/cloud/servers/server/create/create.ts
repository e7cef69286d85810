import { requireUnlockedActor } from '../../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { startTask } from '../../../../../server/platform/tasks/startTask.ts';
import {
  buyerOf,
  checkOrder,
  requireMonthlyBilling,
} from '../../../../money/pricing/server/index.ts';
import { recordUse } from '../../../images/server/index.ts';
import { allocateNic } from '../../../networks/server/index.ts';
import { hostnameOf } from '../rules/names.ts';
import { resourceOf } from '../store/openTasks.ts';
import { serverTables } from '../store/tables.ts';
import { announceServer, refreshAddresses, withFreeName } from '../store/write.ts';
import { createTask } from '../tasks/create.ts';
import { type CreateBody, newId, planServers, type ServerPlan, type Source } from './plan.ts';
import { estimateMonth, itemsFor } from './price.ts';

export interface CreatedServer {
  id: string;
  name: string;
  cmdId: number;
}

/**
 * Inserts the rows of new servers with their disks, interfaces and addresses, and starts a task for
 * each, all within the transaction of the call. `source`: the origin of the disks when the body
 * contains neither image nor server.
 */
export async function createServers(
  ctx: SignedInContext,
  body: CreateBody,
  source?: Source,
): Promise<{ cmdId: number; servers: CreatedServer[] }> {
  await requireUnlockedActor(ctx);
  const plan = await planServers(ctx, body, source);
  const buyer = buyerOf(ctx.actor);
  const items = await itemsFor(ctx, priceOf(body), plan.source.priceItem);
  await requireMonthlyBilling(ctx, buyer, body.billingMode);
  await estimateMonth(ctx, buyer, items);
  const newServers = plan.names.map((name) => ({ id: newId(), name }));
  await checkOrder(ctx, {
    ownerId: ctx.actor.userId,
    siteId: buyer.siteId,
    tags: uniqueTags(body.tags ?? []),
    items: { before: [], after: items },
    times: newServers.length,
    serverIds: newServers.map(({ id }) => id),
  });
  const servers: CreatedServer[] = [];
  for (const [index, server] of newServers.entries()) {
    servers.push(
      await withFreeName(server.name, body.names ? `names.${index}` : 'name', () =>
        createServer(ctx, plan, server),
      ),
    );
  }
  return { cmdId: (servers[0] as CreatedServer).cmdId, servers };
}

/** The part of the request that its price depends on. */
function priceOf(body: CreateBody) {
  const {
    name: _name,
    names: _names,
    password: _password,
    sshKeys: _sshKeys,
    snapshotId: _snapshotId,
    userData: _userData,
    script: _script,
    policies: _policies,
    app: _app,
    tags: _tags,
    powerOn: _powerOn,
    ...priced
  } = body;
  return priced;
}

async function createServer(
  ctx: SignedInContext,
  plan: ServerPlan,
  { id: serverId, name }: { id: string; name: string },
): Promise<CreatedServer> {
  const { body, source } = plan;
  await insertServer(ctx, plan, serverId, name);
  if (source.imageId !== null) await recordUse(ctx, source.imageId, serverId);
  const owner = { siteId: ctx.actor.siteId, ownerId: ctx.actor.userId };
  const server = { id: serverId, name, ...owner };
  for (const [index, nic] of body.nics.entries())
    await allocateNic(ctx, {
      server,
      nicId: newId(),
      datacenterId: plan.datacenter.id,
      ...nic,
      key: `nics.${index}`,
    });
  await refreshAddresses(ctx, serverId);
  const { cmdId } = await startTask(ctx, createTask, {
    input: {
      serverId,
      source: source.engineSource,
      password: body.password || null,
      userData: body.userData || null,
      policyParts: [...plan.policyParts, ...(body.script ? [body.script] : [])],
      ports: plan.additions.flatMap(({ ports }) => ports),
      powerOn: body.powerOn ?? true,
    },
    target: { type: 'server', id: serverId, name },
    resource: resourceOf(serverId),
    ...owner,
  });
  for (const addition of plan.additions) await addition.made(ctx, { id: serverId, name, ...owner });
  ctx.note({ targetType: 'server', targetId: serverId, after: { name, ...recorded(plan) } });
  await announceServer(ctx, { id: serverId, ...owner }, { state: 'creating' });
  return { id: serverId, name, cmdId };
}

async function insertServer(
  ctx: SignedInContext,
  plan: ServerPlan,
  id: string,
  name: string,
): Promise<void> {
  const { body, source, datacenter } = plan;
  const db = serverTables(ctx.db);
  await db
    .insertInto('server')
    .values({
      ...{
        id,
        name,
        hostname: hostnameOf(name),
        owner_id: ctx.actor.userId,
        site_id: ctx.actor.siteId,
      },
      ...{ datacenter_id: datacenter.id, datacenter_code: datacenter.code },
      ...{
        image_id: source.imageId,
        image_name: source.imageName,
        os: source.os,
        os_family: source.osFamily,
      },
      ...{ login_user: source.loginUser, image_price_item: source.priceItem },
      ...{
        cpu_type: body.cpuType,
        cores: body.cores,
        ram_mb: body.ramMb,
        billing_mode: body.billingMode,
      },
      ...{
        traffic_package: body.trafficPackage || null,
        has_backup: body.backup ?? false,
        is_managed: body.managed ?? false,
      },
      ...{
        tags: uniqueTags(body.tags ?? []),
        ssh_keys: body.sshKeys ?? [],
        has_password: hasPassword(plan),
      },
      cloned_from: source.engineSource.kind === 'server' ? source.engineSource.serverId : null,
      ...{ current_snapshot_id: null, host_id: null, terminated_at: null, bin_until: null },
    })
    .execute();
  await ctx.db
    .withTables<{ server_runtime: { server_id: string } }>()
    .insertInto('server_runtime')
    .values({ server_id: id })
    .execute();
  const disks = body.disks.map((disk, index) => ({
    id: newId(),
    server_id: id,
    position: index + 1,
    size_gb: disk.sizeGb,
  }));
  await db.insertInto('server_disk').values(disks).execute();
}

/**
 * Whether a password is set. Null for a system that accepts neither password nor keys from its
 * seed.
 */
const hasPassword = ({ body, source }: ServerPlan): boolean | null =>
  body.password ? true : source.needsCredentials ? false : null;

/** Removes duplicate tags and keeps their order. */
export const uniqueTags = (tags: readonly string[]): string[] => [...new Set(tags)];

/** The activity log details of a new server, without password, keys and user data. */
function recorded({ body, datacenter, source, additions }: ServerPlan) {
  const { cpuType, cores, ramMb, disks, billingMode, trafficPackage, backup, managed } = body;
  return {
    ...{
      datacenter: datacenter.code,
      image: source.imageName,
      cpuType,
      cores,
      ramMb,
      disksGb: disks.map((disk) => disk.sizeGb),
    },
    ...{
      nics: body.nics.length,
      billingMode,
      trafficPackage,
      backup,
      managed,
      policies: body.policies,
    },
    ...Object.assign({}, ...additions.map(({ note }) => note)),
  };
}
