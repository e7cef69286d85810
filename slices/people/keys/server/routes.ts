import { type KeyType, keyTypes } from '../../../../contract/access/keys.ts';
import { permissionNames } from '../../../../contract/access/permissions.ts';
import { render } from '../../../../contract/errors/messages.ts';
import { hasPermission, permissionDenialReason } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { keyEndpoints } from '../contract.ts';
import {
  createKey,
  deleteKey,
  enableKey,
  rotateKey,
  setKeyServers,
  updateKey,
} from './commands.ts';
import { issueBearer } from './issueBearer.ts';
import { ownerReason, presentKey, readKeyDetail } from './present.ts';
import { keysMax, scopesFor } from './rules.ts';
import { readKeys } from './store.ts';
import { listKeyActivity } from './uses.ts';

/** Why the caller can't create a key. Null if they can. */
function createDenialReason(ctx: SignedInContext): string | null {
  const { actor, language } = ctx;
  const isLocked = actor.parentId !== null && (actor.session?.isLocked ?? false);
  const name =
    permissionDenialReason({ role: actor.role, isLocked }, 'keys.manage') ??
    ownerReason(ctx, { ownerId: actor.userId });
  return name && render(name, language, { permission: 'keys.manage' });
}

export const keyRoutes = routes(keyEndpoints, {
  listKeys: (ctx, { query }) => readKeys(ctx, query, (row) => presentKey(ctx, row)),
  createKey: (ctx, { body }) => createKey(ctx, body),
  keyOptions: (ctx) => ({
    types: keyTypes
      .map((type: KeyType) => ({ type, scopes: scopesFor(type, ctx.actor.role) }))
      .filter(({ scopes }) => scopes.length > 0),
    max: keysMax,
    create: createDenialReason(ctx),
  }),
  getOwnKey: (ctx) => {
    const { key, email, role } = ctx.actor;
    return {
      key: key
        ? {
            clientId: key.clientId,
            name: key.name,
            type: key.type,
            isTest: key.isTest,
            servers: key.serverIds && [...key.serverIds],
          }
        : null,
      ...{ email, role },
      permissions: permissionNames.filter((permission) => hasPermission(ctx, permission)),
    };
  },
  getKey: (ctx, { params }) => readKeyDetail(ctx, params.clientId),
  updateKey: (ctx, { params, body }) => updateKey(ctx, params.clientId, body),
  setKeyServers: (ctx, { params, body }) => setKeyServers(ctx, params.clientId, body.serverIds),
  enableKey: (ctx, { params, body }) => enableKey(ctx, params.clientId, body.enabled),
  rotateKey: (ctx, { params, body }) => rotateKey(ctx, params.clientId, body.overlapHours ?? 0),
  deleteKey: (ctx, { params }) => deleteKey(ctx, params.clientId),
  listKeyUses: (ctx, { params, query }) => listKeyActivity(ctx, params.clientId, query),
  authenticateKey: (ctx, { body }) => issueBearer(ctx, body),
});
