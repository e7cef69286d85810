import type * as z from 'zod';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  estimateMonth,
  findServer,
  lockServerForUpdate,
  serverParts,
  setServerBilling,
} from '../../servers/server/index.ts';
import type { backupEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { manualMax, reasonsOf } from './backups.ts';
import { type Policy, readPolicy, writePolicy } from './policy.ts';

type Answer = z.output<(typeof backupEndpoints)['getServerBackup']['answer']>;

/** A server's backup settings and their cost. */
export async function getServerBackup(ctx: SignedInContext, serverId: string): Promise<Answer> {
  const server = await findServer(ctx, serverId);
  const { policy, next } = await readPolicy(ctx, server);
  const { diskGb } = await serverParts(ctx, server);
  const item = {
    item: 'backup.gb',
    quantity: String(Math.max(1, diskGb)),
    mode: server.billingMode,
    powerState: 'on' as const,
  };
  const reasons = await reasonsOf(ctx, server);
  const off = localize('serverBackup.off.backupOffTurnFirst');
  return {
    isOn: server.hasBackup,
    policy,
    next: next?.toISOString() ?? null,
    price: hasPermission(ctx, 'pricing.view') ? await estimateMonth(ctx, server, [item]) : null,
    manualMax,
    actions: {
      switch: reasons.change,
      change: reasons.change,
      create: reasons.create ?? (server.hasBackup ? null : off[ctx.language]),
    },
  };
}

export async function switchServerBackup(
  ctx: SignedInContext,
  serverId: string,
  { isOn, policy }: { isOn?: boolean | undefined; policy?: Policy | undefined },
): Promise<void> {
  const { server } = await lockServerForUpdate(ctx, serverId, 'billing');
  if (policy) {
    await writePolicy(ctx, server, policy);
    ctx.note({ targetType: 'server', targetId: serverId, after: { backup: policy } });
  }
  await setServerBilling(ctx, serverId, isOn === undefined ? {} : { backup: isOn });
}
