import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { requiredRightFor } from '../../../../../contract/access/permissions.ts';
import { type Reason, UserError, userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { planFirstStart } from '../../../cloudinit/server/index.ts';
import {
  type Datacenter,
  type DatacenterLimits,
  engineOf,
  findDatacenter,
  limitsOf,
} from '../../../datacenters/server/index.ts';
import { findUsableImage } from '../../../images/server/index.ts';
import type { createBody, priceBody } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { diskSpaceReason, keyOfLargest } from '../engine/diskSpace.ts';
import { engineFacts } from '../engine/engine.ts';
import { actionFactsOf } from '../read/present.ts';
import { type ActionObstacle, obstacleTo } from '../rules/actions.ts';
import type { CpuType, Disk, OsFamily, Server } from '../rules/facts.ts';
import { passwordProblem, sshKeyProblem } from '../rules/guest/credentials.ts';
import { nameProblem, numberedNames } from '../rules/names.ts';
import { diskReasons, sizeReasons } from '../rules/sizes.ts';
import { lockServer, readDisks, usedNames } from '../store/find.ts';
import { openTasks } from '../store/openTasks.ts';
import { snapshotDisks } from '../store/snapshots.ts';
import type { CreateInput } from '../tasks/create.ts';
import { type PlannedAddition, planAdditions } from './additions.ts';

export type CreateBody = z.output<typeof createBody>;
export type PriceBody = z.output<typeof priceBody>;

/** The origin of a new server's disks, with the known facts about the system on them. */
export interface Source {
  engineSource: CreateInput['source'];
  imageId: string | null;
  /** The image's code; null for a copy. */
  imageCode: string | null;
  imageName: string;
  os: string;
  osFamily: OsFamily;
  loginUser: string | null;
  priceItem: string | null;
  minDiskGb: number;
  minRamMb: number;
  /** The guest gets its password and keys from its seed, and can't be signed in to without them. */
  needsCredentials: boolean;
  /** The disks of the cloned server, in order. */
  copiedDisksGb: number[] | null;
}

/** A fully validated server to be created. */
export interface ServerPlan {
  datacenter: Datacenter;
  names: string[];
  source: Source;
  body: CreateBody & { cpuType: CpuType };
  /** Documents of the cloud-init policies, in order. */
  policyParts: readonly string[];
  additions: readonly PlannedAddition[];
}

/**
 * Validates the whole request before anything is created. Throws one error that lists all invalid
 * fields. `copySource`: the origin of the disks when the body does not contain it.
 */
export async function planServers(
  ctx: SignedInContext,
  body: CreateBody,
  copySource?: Source,
): Promise<ServerPlan> {
  const datacenter = await openDatacenter(ctx, body.datacenterId);
  await engineOf(ctx, datacenter.id);
  const limits = await limitsOf(ctx, datacenter);
  const source = copySource ?? (await findSource(ctx, body));
  const names = namesFor(body);
  const sizesGb = body.disks.map((disk) => disk.sizeGb);
  const diskSpaceProblem = await diskSpaceReason(ctx, datacenter, sizesGb, keyOfLargest(sizesGb));
  const additions = await planAdditions(ctx, body, source);
  const firstBoot = await planFirstStart(ctx, body);
  const reasons = [
    ...quantityReasons(body, limits),
    ...nameReasons(body, names),
    ...sizeReasons(body, limits),
    ...diskReasons(sizesGb, limits),
    ...(diskSpaceProblem ? [diskSpaceProblem] : []),
    ...sourceReasons(body, source),
    ...nicReasons(body, limits),
    ...accessReasons(body, source),
    ...firstBoot.reasons,
    ...additions.flatMap((addition) => addition.reasons),
  ];
  if (reasons.length > 0) throw new UserError(reasons);
  await requireFreeNames(ctx, body, names);
  return { datacenter, names, source, body, policyParts: firstBoot.policyParts, additions };
}

const invalid = (problem: LocalizedText, key: string): Reason => ({
  name: 'inputInvalid',
  values: { problem },
  key,
});

async function openDatacenter(ctx: SignedInContext, datacenterId: string): Promise<Datacenter> {
  const datacenter = await findDatacenter(ctx, datacenterId);
  if (datacenter.isEnabled) return datacenter;
  const problem = localize('plan.problem.doesntAcceptNewServers');
  throw userError('datacenterNotReady', { datacenter: datacenter.name, problem }, 'datacenterId');
}

async function findSource(ctx: SignedInContext, body: CreateBody): Promise<Source> {
  if (body.cloneOf !== undefined && body.imageId === undefined)
    return await findSourceServer(ctx, body.cloneOf, body.snapshotId, body.datacenterId);
  if (body.imageId === undefined || body.cloneOf !== undefined || body.snapshotId !== undefined) {
    const problem = localize('plan.problem.chooseEitherImageServer');
    throw new UserError([invalid(problem, 'imageId')]);
  }
  const image = await findUsableImage(ctx, body.imageId, body.datacenterId);
  return {
    engineSource: { kind: 'image', imageId: image.id },
    ...{
      imageId: image.id,
      imageCode: image.code,
      imageName: image.name,
      os: image.os,
      osFamily: image.osFamily,
      loginUser: image.loginUser,
    },
    ...{ priceItem: image.priceItem, minDiskGb: image.minDiskGb, minRamMb: image.minRamMb },
    needsCredentials: image.supportsCloudInit && image.osFamily === 'linux',
    copiedDisksGb: null,
  };
}

/** Locks the server to copy until the task is queued. From then on the task keeps it busy. */
async function findSourceServer(
  ctx: SignedInContext,
  serverId: string,
  snapshotId: string | undefined,
  datacenterId: string,
): Promise<Source> {
  const server = await lockServer(ctx, serverId, requiredRightFor('servers.create'));
  await requireCloneable(ctx, server, snapshotId);
  if (server.datacenterId !== datacenterId) {
    const problem = localize('plan.problem.cloneMustDatacenterOriginal');
    throw new UserError([invalid(problem, 'datacenterId')]);
  }
  const disks =
    snapshotId === undefined
      ? await readDisks(ctx, server.id)
      : await disksOfSnapshot(ctx, server, snapshotId);
  return {
    engineSource: { kind: 'server', serverId, ...(snapshotId !== undefined && { snapshotId }) },
    ...{
      imageId: server.imageId,
      imageCode: null,
      imageName: server.imageName,
      os: server.os,
      osFamily: server.osFamily,
    },
    ...{
      loginUser: server.loginUser,
      priceItem: server.imagePriceItem,
      minDiskGb: 0,
      minRamMb: 0,
      needsCredentials: false,
    },
    copiedDisksGb: disks.map((disk) => disk.sizeGb),
  };
}

/** The disks contained in a snapshot, without disks added later. Throws `notFound`. */
export async function disksOfSnapshot(
  ctx: SignedInContext,
  server: Server,
  snapshotId: string,
): Promise<Disk[]> {
  const disks = await snapshotDisks(ctx, server.id, snapshotId);
  if (!disks) throw userError('notFound', { what: 'snapshot', id: snapshotId }, 'snapshotId');
  return disks;
}

/** Throws when the server can't be copied now. */
async function requireCloneable(
  ctx: SignedInContext,
  server: Server,
  snapshotId: string | undefined,
): Promise<void> {
  const problem = await copyObstacle(ctx, server, snapshotId);
  if (!problem) return;
  const isPowerProblem = problem.code === 'serverWrongState' || problem.code === 'serverMustBeOff';
  throw userError(isPowerProblem ? problem.code : 'serverMustBeOff', { problem }, 'cloneOf');
}

/** Why the server can't be copied now. Null when it can. */
export async function copyObstacle(
  ctx: SignedInContext,
  server: Server,
  snapshotId?: string,
): Promise<ActionObstacle | null> {
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const task = (await openTasks(ctx, [server.id])).get(server.id) ?? null;
  return obstacleTo(
    snapshotId === undefined ? 'clone' : 'snapshot',
    actionFactsOf(server, await engineFacts(ctx, engine), task),
  );
}

function namesFor(body: CreateBody): string[] {
  if (body.names) return body.names;
  return body.name === undefined ? [] : numberedNames(body.name, body.quantity ?? 1);
}

function quantityReasons(
  { names, quantity = 1 }: CreateBody,
  { serversAtOnce }: DatacenterLimits,
): Reason[] {
  const count = names?.length ?? quantity;
  return count > serversAtOnce
    ? [
        {
          name: 'serverLimit',
          values: { max: serversAtOnce, given: count },
          key: names ? 'names' : 'quantity',
        },
      ]
    : [];
}

function nameReasons(body: CreateBody, names: readonly string[]): Reason[] {
  const key = (index: number) => (body.names ? `names.${index}` : 'name');
  if (names.length === 0) return [invalid(localize('plan.nameReasons.enterServerName'), 'name')];
  if (body.names && (body.name !== undefined || body.quantity !== undefined)) {
    const problem = localize('plan.problem.enterEitherNamesOne');
    return [invalid(problem, 'names')];
  }
  const lowered = names.map((name) => name.toLowerCase());
  const reasons = names.map((name, index): Reason | null => {
    const problem = nameProblem(name);
    if (problem) return invalid(problem, key(index));
    const isRepeated = lowered.indexOf(lowered[index] ?? '') !== index;
    return isRepeated ? { name: 'serverNameTaken', values: { name }, key: key(index) } : null;
  });
  const found = reasons.filter((reason) => reason !== null);
  return body.names ? found : found.slice(0, 1);
}

/**
 * Finds name conflicts early and for all names at once. The database checks again when it inserts
 * the row.
 */
async function requireFreeNames(
  ctx: SignedInContext,
  body: CreateBody,
  names: readonly string[],
): Promise<void> {
  const usedNamesOfOwner = await usedNames(ctx, ctx.actor.userId, names);
  const reasons = names.flatMap((name, index): Reason[] =>
    usedNamesOfOwner.has(name.toLowerCase())
      ? [{ name: 'serverNameTaken', values: { name }, key: body.names ? `names.${index}` : 'name' }]
      : [],
  );
  if (reasons.length > 0) throw new UserError(reasons);
}

function sourceReasons(body: CreateBody, source: Source): Reason[] {
  const reasons: Reason[] = [];
  const [boot] = body.disks;
  if (boot && boot.sizeGb < source.minDiskGb)
    reasons.push({
      name: 'serverDiskSmallerThanImage',
      values: { min: source.minDiskGb, image: source.imageName },
      key: 'disks.0.sizeGb',
    });
  if (body.ramMb < source.minRamMb) {
    const problem = localize('plan.problem.requiresLeastMbMemory', {
      imageName: source.imageName,
      minRamMb: source.minRamMb,
      ramMb: body.ramMb,
    });
    reasons.push({ name: 'serverSizeUnavailable', values: { problem }, key: 'ramMb' });
  }
  return [...reasons, ...copyReasons(body, source.copiedDisksGb)];
}

function copyReasons(body: CreateBody, sourceDiskSizes: readonly number[] | null): Reason[] {
  if (!sourceDiskSizes) return [];
  if (body.disks.length !== sourceDiskSizes.length) {
    const problem = localize('plan.problem.originalServerDisksEntered', {
      copiedCount: sourceDiskSizes.length,
      disksCount: body.disks.length,
    });
    return [invalid(problem, 'disks')];
  }
  return sourceDiskSizes.flatMap((current, index): Reason[] => {
    const given = body.disks[index]?.sizeGb ?? 0;
    return given < current
      ? [{ name: 'serverDiskShrink', values: { current, given }, key: `disks.${index}.sizeGb` }]
      : [];
  });
}

function nicReasons(
  { nics, names, quantity = 1 }: CreateBody,
  { nicsMax }: DatacenterLimits,
): Reason[] {
  const servers = names?.length ?? quantity;
  const manualAddressReasons = nics.flatMap(({ address }, index): Reason[] =>
    address === undefined || servers === 1
      ? []
      : [
          {
            name: 'networkAddressOfMany',
            values: { address, quantity: servers },
            key: `nics.${index}.address`,
          },
        ],
  );
  if (manualAddressReasons.length > 0) return manualAddressReasons;
  return nics.length < 1 || nics.length > nicsMax
    ? [{ name: 'serverNicLimit', values: { max: nicsMax }, key: 'nics' }]
    : [];
}

function accessReasons(body: CreateBody, { needsCredentials }: Source): Reason[] {
  const reasons: Reason[] = [];
  const keys = body.sshKeys ?? [];
  if (needsCredentials && !body.password && keys.length === 0)
    reasons.push({ name: 'serverPasswordRequired', key: 'password' });
  const wrongPassword = body.password ? passwordProblem(body.password) : null;
  if (wrongPassword) reasons.push(invalid(wrongPassword, 'password'));
  for (const [index, key] of keys.entries()) {
    const problem = sshKeyProblem(key);
    if (problem) reasons.push(invalid(problem, `sshKeys.${index}`));
  }
  return reasons;
}

/**
 * An ID that is known before the insert, so that a repeated attempt creates the resource only once.
 */
export const newId = (): string => randomUUID();
