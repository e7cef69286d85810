import { sql } from 'kysely';
import * as z from 'zod';
import {
  type AnyTaskType,
  defineTask,
  type TaskContext,
  type TaskType,
} from '../../../../server/platform/tasks/task.ts';
import { commandEngine, explainEngine, readServer } from '../../servers/server/index.ts';
import { firewallPolicy, firewallRule } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { announceFirewall } from './announce.ts';
import { assignPolicy, refreshFirewalls } from './apply.ts';
import { announceGroup } from './groupStore.ts';
import { digestOf, resolve } from './resolve.ts';
import { firewallTables, open, type Policy, type Rule } from './tables.ts';

const nicPolicyInput = z.strictObject({
  serverId: z.uuid(),
  nicId: z.uuid(),
  policy: firewallPolicy,
});
type NicPolicyInput = z.output<typeof nicPolicyInput>;

const currentPolicy = async ({ ctx, input }: TaskContext<NicPolicyInput>): Promise<Policy> =>
  (
    await firewallTables(ctx)
      .selectFrom('firewall_card')
      .select('policy')
      .where('nic_id', '=', input.nicId)
      .executeTakeFirst()
  )?.policy ?? open;

const stale = localize('stale');

/** Updates the rules of other interfaces that depend on this membership, in the same task. */
async function refreshOthers<I>(task: TaskContext<I>): Promise<void> {
  if ((await refreshFirewalls(task.ctx)) > 0) await task.warn(stale);
}

export const applyNicTask: TaskType<NicPolicyInput> = defineTask({
  type: 'firewall.apply',
  title: (_input, { name }) => localize('applyCardTask', { name }),
  input: nicPolicyInput,
  steps: [
    {
      name: 'apply',
      title: localize('tasks.steps.sendingRulesEngine'),
      weight: 3,
      do: async (task) => {
        const { serverId, nicId, policy } = task.input;
        await commandEngine(() => assignPolicy(task.ctx, serverId, nicId, policy));
      },
      undo: async (task) => {
        await assignPolicy(
          task.ctx,
          task.input.serverId,
          task.input.nicId,
          await currentPolicy(task),
        );
      },
    },
    {
      name: 'record',
      title: localize('tasks.steps.saving'),
      weight: 1,
      isFinal: true,
      do: async (task) => {
        const { serverId, nicId, policy } = task.input;
        const value = JSON.stringify(policy);
        const digest = digestOf((await resolve(task.ctx, policy)).policy);
        await task.write(async (ctx) => {
          // Changes made in the meantime remain a draft.
          await sql`update firewall_card set policy = ${value}::jsonb, applied = ${digest}, applied_at = now(),
            draft = case when draft = ${value}::jsonb then null else draft end where nic_id = ${nicId}`.execute(
            ctx.db,
          );
          const server = await readServer(ctx, serverId);
          if (server) await announceFirewall(ctx, server);
        });
      },
    },
    {
      name: 'others',
      title: localize('tasks.steps.updatingServersReferIts'),
      weight: 1,
      do: (task) => refreshOthers(task),
    },
  ],
  explain: explainEngine,
});

const groupInput = z.strictObject({ groupId: z.uuid(), rules: z.array(firewallRule) });
type GroupInput = z.output<typeof groupInput>;

export const applyGroupTask: TaskType<GroupInput> = defineTask({
  type: 'firewall.applyGroup',
  title: (_input, { name }) => localize('applyGroupTask', { name }),
  input: groupInput,
  steps: [
    {
      name: 'record',
      title: localize('tasks.steps.savingRules'),
      weight: 1,
      do: (task) =>
        task.write(async (ctx) => {
          const rules = JSON.stringify(task.input.rules satisfies Rule[]);
          await sql`update firewall_group set rules = ${rules}::jsonb, changed_at = now(),
            draft = case when draft = ${rules}::jsonb then null else draft end where id = ${task.input.groupId}`.execute(
            ctx.db,
          );
          await announceGroup(ctx, task.input.groupId);
        }),
    },
    {
      name: 'cards',
      title: localize('tasks.steps.updatingServersUseGroup'),
      weight: 4,
      do: (task) => refreshOthers(task),
    },
  ],
  explain: explainEngine,
});

export const firewallTasks = [applyNicTask, applyGroupTask] as unknown as readonly AnyTaskType[];
