import * as z from 'zod';
import type { ComputeEngine, NicSpec } from '../../../../../drivers/compute/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { serverNotifications } from '../../../../../server/platform/notify/index.ts';
import {
  defineTask,
  type Step,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import {
  cancelMove,
  describeNics,
  findNicAfterMove,
  finishMove,
  releaseNic,
} from '../../../networks/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { readDisconnectedNics } from '../store/find.ts';
import { serverTables } from '../store/tables.ts';
import { refreshAddresses } from '../store/write.ts';
import { meterAndAnnounce, recording } from './configure.ts';
import { command, explainEngine, revert, type ServerInput, serverOf } from './serverTask.ts';
import { nicSpec } from './spec.ts';

const nicInput = z.strictObject({ serverId: z.uuid(), nicId: z.uuid() });
export type NicInput = z.output<typeof nicInput>;

/**
 * The call has already assigned the address. The undo releases it when the interface can't be
 * created.
 */
const reserve: Step<NicInput> = {
  name: 'reserve',
  title: localize('nics.reserve'),
  weight: 1,
  do: async (task) => {
    await serverOf(task);
  },
  undo: (task) => task.write((ctx) => discardNic(ctx, task.input)),
};

async function discardNic(ctx: Context, { serverId, nicId }: NicInput): Promise<void> {
  await releaseNic(ctx, nicId);
  await serverTables(ctx.db)
    .deleteFrom('server_nic_unplugged')
    .where('nic_id', '=', nicId)
    .execute();
  await refreshAddresses(ctx, serverId);
  await meterAndAnnounce(ctx, serverId);
}

async function specOf(task: TaskContext<NicInput>) {
  const server = await serverOf(task);
  const nic = (await describeNics(task.ctx, [server.id])).find(
    ({ nicId }) => nicId === task.input.nicId,
  );
  if (!nic) throw new Error(`The network card ${task.input.nicId} has no address any more.`);
  return nicSpec(nic.nicId, nic, server.osFamily);
}

export const addNicTask: TaskType<NicInput> = defineTask({
  type: 'server.addNic',
  tells: () => serverNotifications.changed,
  title: (_input, { name }) => localize('addNicTask', { name }),
  input: nicInput,
  steps: [
    reserve,
    {
      name: 'attach',
      title: localize('nics.steps.attachingInterface'),
      weight: 4,
      do: async (task) => {
        const nic = await specOf(task);
        await command(task, (engine, serverId) => engine.attachNic(serverId, nic));
      },
      undo: (task) =>
        revert(task, (engine, serverId) => engine.removeNic(serverId, task.input.nicId)),
    },
    recording((ctx, { serverId }) => refreshAddresses(ctx, serverId)),
  ],
  explain: explainEngine,
});

export const removeNicTask: TaskType<NicInput> = defineTask({
  type: 'server.removeNic',
  tells: () => serverNotifications.changed,
  title: (_input, { name }) => localize('removeNicTask', { name }),
  input: nicInput,
  steps: [
    {
      name: 'remove',
      title: localize('nics.steps.detachingInterface'),
      weight: 4,
      isFinal: true,
      do: (task) =>
        command(task, (engine, serverId) => engine.removeNic(serverId, task.input.nicId)),
    },
    {
      name: 'release',
      title: localize('nics.steps.releasingItsIpAddress'),
      weight: 1,
      do: (task) => task.write((ctx) => discardNic(ctx, task.input)),
    },
  ],
  explain: explainEngine,
});

const connectInput = z.strictObject({
  serverId: z.uuid(),
  nicId: z.uuid(),
  connected: z.boolean(),
});
export type ConnectInput = z.output<typeof connectInput>;

export const connectNicTask: TaskType<ConnectInput> = defineTask({
  type: 'server.connectNic',
  tells: () => serverNotifications.changed,
  title: ({ connected }, { name }) =>
    connected
      ? localize('nics.connectNicTask.connectNetworkInterface', { name })
      : localize('nics.connectNicTask.disconnectNetworkInterface', { name }),
  input: connectInput,
  steps: [
    {
      name: 'plug',
      title: localize('nics.steps.connectingDisconnecting'),
      weight: 4,
      do: (task) =>
        command(task, (engine, serverId) =>
          engine.connectNic(serverId, task.input.nicId, task.input.connected),
        ),
      undo: (task) =>
        revert(task, (engine, serverId) =>
          engine.connectNic(serverId, task.input.nicId, !task.input.connected),
        ),
    },
    recording((ctx, { serverId, nicId, connected }) => {
      const table = serverTables(ctx.db);
      if (connected)
        return table.deleteFrom('server_nic_unplugged').where('nic_id', '=', nicId).execute();
      return table
        .insertInto('server_nic_unplugged')
        .values({ nic_id: nicId, server_id: serverId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }),
  ],
  explain: explainEngine,
});

/** Addresses reserved in the target network are released when the interface can't be moved. */
const reserveAddresses: Step<NicInput> = {
  name: 'hold',
  title: localize('holdAddresses'),
  weight: 1,
  do: async (task) => {
    await serverOf(task);
  },
  undo: (task) =>
    task.write(async (ctx) => {
      await cancelMove(ctx, task.input.nicId);
      await meterAndAnnounce(ctx, task.input.serverId);
    }),
};

/** The current and the target interface. Both are equal once the interface has moved. */
async function moveSpecs(task: TaskContext<NicInput>): Promise<{ from: NicSpec; to: NicSpec }> {
  const from = await specOf(task);
  const server = await serverOf(task);
  const movedNic = await findNicAfterMove(task.ctx, task.input.nicId);
  const connected = !(await readDisconnectedNics(task.ctx, server.id)).has(task.input.nicId);
  const to = movedNic ? nicSpec(movedNic.nicId, movedNic, server.osFamily) : from;
  return { from: { ...from, connected }, to: { ...to, connected } };
}

/**
 * Disconnects the interface and reconnects it with this configuration. Skipped when it already has
 * this configuration, even if the guest would not release it.
 */
async function replug(engine: ComputeEngine, serverId: string, nic: NicSpec): Promise<void> {
  const existing = (await engine.inspect(serverId))?.nics.find(({ id }) => id === nic.id);
  if (existing && isSame(existing, nic)) return;
  if (existing) await engine.removeNic(serverId, nic.id);
  await engine.attachNic(serverId, nic);
}

/**
 * Updates the engine's interfaces to match the server's stored ones and removes the interfaces with
 * these IDs.
 */
export async function syncNics(
  task: TaskContext<ServerInput>,
  removed: readonly string[],
): Promise<void> {
  const { id, osFamily } = await serverOf(task);
  const unpluggedNics = await readDisconnectedNics(task.ctx, id);
  const nics = (await describeNics(task.ctx, [id])).map((nic) => nicSpec(nic.nicId, nic, osFamily));
  await command(task, async (engine) => {
    for (const nicId of removed) await engine.removeNic(id, nicId);
    for (const nic of nics)
      await replug(engine, id, { ...nic, connected: !unpluggedNics.has(nic.id) });
  });
}

/** Interfaces created before engines supported segments are identified by address. */
const isSame = (existing: NicSpec, expected: NicSpec): boolean =>
  existing.mac.toLowerCase() === expected.mac.toLowerCase() &&
  existing.ipv4?.address === expected.ipv4?.address &&
  existing.ipv6?.address === expected.ipv6?.address &&
  (existing.segment === undefined || existing.segment.id === expected.segment?.id);

export const moveNicTask: TaskType<NicInput> = defineTask({
  type: 'server.moveNic',
  tells: () => serverNotifications.changed,
  title: (_input, { name }) => localize('moveNicTask', { name }),
  input: nicInput,
  steps: [
    reserveAddresses,
    {
      name: 'replug',
      title: localize('nics.steps.connectingOtherNetwork'),
      weight: 4,
      do: async (task) => {
        const { to } = await moveSpecs(task);
        await command(task, (engine, serverId) => replug(engine, serverId, to));
      },
      undo: async (task) => {
        const { from } = await moveSpecs(task);
        await revert(task, (engine, serverId) => replug(engine, serverId, from));
      },
    },
    recording(async (ctx, { serverId, nicId }) => {
      await finishMove(ctx, nicId);
      await refreshAddresses(ctx, serverId);
    }),
  ],
  explain: explainEngine,
});
