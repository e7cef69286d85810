import type * as z from 'zod';
import { roleHas } from '../../../../contract/access/permissions.ts';
import type { code } from '../../../../contract/errors/messages.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { objectNames } from '../../../../server/platform/access/objects.ts';
import { permissionDenialReason } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { keyDetail, keyItem } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { findKey, type KeyRow } from './store.ts';

type Item = z.input<typeof keyItem>;
const alreadyOn: LocalizedText = localize('alreadyOn');
const alreadyOff: LocalizedText = localize('alreadyOff');

/**
 * Why the viewer can't use owner-only actions. Null if they can. Not available while acting for the
 * owner.
 */
export function ownerReason(
  ctx: SignedInContext,
  key: Pick<KeyRow, 'ownerId'>,
): 'keyNotYours' | null {
  return key.ownerId === ctx.actor.userId && !ctx.actor.session?.operator ? null : 'keyNotYours';
}

export function stateOf(key: KeyRow, now: Date): Item['state'] {
  if (!key.isEnabled) return 'disabled';
  if (key.expiresAt && key.expiresAt <= now) return 'expired';
  return key.isClosed ? 'closed' : 'active';
}

function actionsOf(ctx: SignedInContext, key: KeyRow): Item['actions'] {
  const { actor, language } = ctx;
  const isLocked = actor.parentId !== null && (actor.session?.isLocked ?? false);
  const denialReason = permissionDenialReason({ role: actor.role, isLocked }, 'keys.manage');
  const renderReason = (name: keyof typeof code) =>
    render(name, language, { permission: 'keys.manage' });
  const manageReason = denialReason && renderReason(denialReason);
  const notOwner = ownerReason(ctx, key);
  const owning = manageReason ?? (notOwner && renderReason(notOwner));
  return {
    change: owning,
    rotate: owning,
    enable: owning ?? (key.isEnabled ? alreadyOn[language] : null),
    disable: manageReason ?? (key.isEnabled ? null : alreadyOff[language]),
    remove: manageReason,
  };
}

export function presentKey(ctx: SignedInContext, key: KeyRow): Item {
  const { id, clientId, name, type, isTest, owner, scopes } = key;
  return {
    ...{ id, clientId, name, type, isTest, owner, scopes },
    state: stateOf(key, ctx.clock.now()),
    serverCount: type === 'server' ? key.serverIds.length : null,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    lastIp: key.lastIp ?? '',
    actions: actionsOf(ctx, key),
  };
}

/** Throws `notFound`. */
export async function readKeyDetail(
  ctx: SignedInContext,
  clientId: string,
): Promise<z.input<typeof keyDetail>> {
  const key = await findKey(ctx, clientId);
  const names = await objectNames(ctx, 'ot.server', key.serverIds);
  const isPreviousValid = key.previousUntil !== null && key.previousUntil > ctx.clock.now();
  return {
    ...presentKey(ctx, key),
    ownerId: key.ownerId,
    scopesWithout: key.scopes.filter((permission) => !roleHas(key.ownerRole, permission)),
    allowedIps: key.allowedIps,
    ratePerMinute: key.ratePerMinute,
    rotatedAt: key.rotatedAt?.toISOString() ?? null,
    previousUntil: isPreviousValid ? (key.previousUntil?.toISOString() ?? null) : null,
    servers: key.serverIds
      .map((id) => ({ id, name: names.get(id)?.name ?? null }))
      .sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '') || a.id.localeCompare(b.id)),
  };
}
