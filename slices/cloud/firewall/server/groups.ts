import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { hasPermission, requireUnlockedActor } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { ListRequest, Page } from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { startTask } from '../../../../server/platform/tasks/startTask.ts';
import { findServer } from '../../servers/server/index.ts';
import {
  type firewallEndpoints,
  type firewallGroup,
  type firewallGroupDetail,
  firewallLimits,
} from '../contract.ts';
import { localize } from '../texts/localize.ts';
import {
  announceGroup,
  findGroup,
  type GroupRow,
  ownerGroups,
  readGroupPage,
  usesOf,
} from './groupStore.ts';
import { changesBetween } from './rules/changes.ts';
import { validateRules } from './rules/check.ts';
import { firewallTables, open, type Policy, type Rule } from './tables.ts';
import { applyGroupTask } from './tasks.ts';

type GroupItem = z.input<typeof firewallGroup>;
type RuleBodies = z.output<typeof firewallEndpoints.draftFirewallGroup.body>['rules'];

const texts = {
  mayNot: localize('mayNot'),
  used: (nicCount: number) => localize('used', { cards: nicCount }),
};

export const listGroups = (ctx: SignedInContext, query: ListRequest): Promise<Page<GroupItem>> =>
  readGroupPage(ctx, query, (row) => present(ctx, row));

function present(ctx: SignedInContext, row: GroupRow): GroupItem {
  const { id, name, description, ownerId, owner, rules, draft, cards, createdAt, changedAt } = row;
  const edit = hasPermission(ctx, 'firewall.manage') ? null : texts.mayNot[ctx.language];
  return {
    ...{
      id,
      name,
      description,
      ownerId,
      owner,
      cards,
      ruleCount: rules.length,
      hasDraft: draft !== null,
    },
    ...{ createdAt: createdAt.toISOString(), changedAt: changedAt.toISOString() },
    actions: { edit, remove: edit ?? (cards > 0 ? texts.used(cards)[ctx.language] : null) },
  };
}

export async function readGroup(
  ctx: SignedInContext,
  groupId: string,
): Promise<z.input<typeof firewallGroupDetail>> {
  const row = await findGroup(ctx, groupId);
  const { serverIds } = await usesOf(ctx, groupId);
  return {
    ...present(ctx, row),
    rules: row.rules,
    draft: row.draft,
    changes: row.draft ? changesBetween(policyOf(row.rules), policyOf(row.draft)) : [],
    usedBy: await visible(ctx, serverIds),
    groups: (await ownerGroups(ctx, row.ownerId)).filter(({ id }) => id !== groupId),
  };
}

const policyOf = (rules: readonly Rule[]): Policy => ({
  ...open,
  entries: rules.map((rule) => ({ kind: 'rule', rule })),
});

async function visible(
  ctx: SignedInContext,
  serverIds: readonly string[],
): Promise<{ serverId: string; name: string; cards: number }[]> {
  const found: { serverId: string; name: string; cards: number }[] = [];
  for (const serverId of new Set(serverIds)) {
    const server = await findServer(ctx, serverId).catch(() => null);
    if (server)
      found.push({
        serverId,
        name: server.name,
        cards: serverIds.filter((id) => id === serverId).length,
      });
  }
  return found;
}

/** Throws `firewallGroupNameTaken`, `firewallGroupLimit`, `firewallRuleWrong`. */
export async function createGroup(
  ctx: SignedInContext,
  input: { name: string; description?: string | undefined; rules?: RuleBodies | undefined },
): Promise<{ id: string }> {
  await requireUnlockedActor(ctx);
  const { userId: ownerId, siteId } = ctx.actor;
  const others = await ownerGroups(ctx, ownerId);
  if (others.length >= firewallLimits.groups)
    throw userError('firewallGroupLimit', { max: firewallLimits.groups });
  const rules = validateRules(input.rules ?? [], new Set(others.map(({ id }) => id)));
  const { name, description = '' } = input;
  const { id } = await withFreeName(name, () =>
    firewallTables(ctx)
      .insertInto('firewall_group')
      .values({
        owner_id: ownerId,
        site_id: siteId,
        name,
        description,
        rules: JSON.stringify(rules),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  ctx.note({ targetType: 'firewallGroup', targetId: id, after: { name, description, rules } });
  await announceGroup(ctx, id);
  return { id };
}

/** Throws `firewallGroupNameTaken`. */
export async function updateGroup(
  ctx: SignedInContext,
  groupId: string,
  to: { name: string; description: string },
): Promise<void> {
  const { name, description } = await lockGroup(ctx, groupId);
  await withFreeName(to.name, () =>
    firewallTables(ctx).updateTable('firewall_group').set(to).where('id', '=', groupId).execute(),
  );
  ctx.note({
    targetType: 'firewallGroup',
    targetId: groupId,
    before: { name, description },
    after: to,
  });
  await announceGroup(ctx, groupId);
}

/** Throws `firewallRuleWrong`. */
export async function draftGroup(
  ctx: SignedInContext,
  groupId: string,
  bodies: RuleBodies,
): Promise<void> {
  const { ownerId, draft: before } = await lockGroup(ctx, groupId);
  const others = (await ownerGroups(ctx, ownerId)).map(({ id }) => id);
  const draft = validateRules(bodies, new Set(others));
  await firewallTables(ctx)
    .updateTable('firewall_group')
    .set({ draft: JSON.stringify(draft) })
    .where('id', '=', groupId)
    .execute();
  ctx.note({
    targetType: 'firewallGroup',
    targetId: groupId,
    before: { draft: before },
    after: { draft },
  });
  await announceGroup(ctx, groupId);
}

export async function discardGroupDraft(ctx: SignedInContext, groupId: string): Promise<void> {
  const { draft } = await lockGroup(ctx, groupId);
  await firewallTables(ctx)
    .updateTable('firewall_group')
    .set({ draft: null })
    .where('id', '=', groupId)
    .execute();
  ctx.note({ targetType: 'firewallGroup', targetId: groupId, before: { draft } });
  await announceGroup(ctx, groupId);
}

/** Throws `firewallNoDraft`. */
export async function applyGroup(
  ctx: SignedInContext,
  groupId: string,
): Promise<{ cmdId: number }> {
  const { name, rules, draft, ownerId, siteId } = await lockGroup(ctx, groupId);
  if (!draft) throw userError('firewallNoDraft', { name });
  ctx.note({
    targetType: 'firewallGroup',
    targetId: groupId,
    before: { rules },
    after: { rules: draft },
  });
  return await startTask(ctx, applyGroupTask, {
    input: { groupId, rules: draft },
    target: { type: 'firewallGroup', id: groupId, name },
    resource: `firewallGroup:${groupId}`,
    ...{ siteId, ownerId },
  });
}

/** Throws `firewallGroupUsed`. */
export async function deleteGroup(ctx: SignedInContext, groupId: string): Promise<void> {
  const { name, description, rules, ownerId, siteId } = await lockGroup(ctx, groupId);
  const { serverIds, isMentioned } = await usesOf(ctx, groupId);
  if (serverIds.length > 0 || isMentioned) throw userError('firewallGroupUsed', { name });
  await firewallTables(ctx).deleteFrom('firewall_group').where('id', '=', groupId).execute();
  ctx.note({
    targetType: 'firewallGroup',
    targetId: groupId,
    before: { name, description, rules },
  });
  await announce(ctx.db, { topic: 'firewall', id: groupId, ownerId, siteId });
}

/**
 * Locks the group until the call ends, so that changes to one group run one after another. Throws
 * `notFound`,
 * `lockedByParent`.
 */
async function lockGroup(ctx: SignedInContext, groupId: string): Promise<GroupRow> {
  await firewallTables(ctx)
    .selectFrom('firewall_group')
    .select('id')
    .where('id', '=', groupId)
    .forUpdate()
    .execute();
  const row = await findGroup(ctx, groupId);
  ctx.note({ targetType: 'firewallGroup', targetId: groupId });
  await requireUnlockedActor(ctx);
  return row;
}

async function withFreeName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'firewall_group_name')
      throw userError('firewallGroupNameTaken', { name }, 'name');
    throw error;
  }
}
