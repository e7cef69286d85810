import * as z from 'zod';
import { defineTask, type TaskType } from '../../../../../server/platform/tasks/task.ts';
import { describeNics } from '../../../networks/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { buildPasswordSeed } from '../rules/guest/seed.ts';
import { serverTables } from '../store/tables.ts';
import { command, explainEngine, serverOf } from './serverTask.ts';

const input = z.strictObject({
  serverId: z.uuid(),
  /** Deleted with the rest of the input when the task ends. */
  password: z.string(),
});
export type PasswordInput = z.output<typeof input>;

export const passwordTask: TaskType<PasswordInput> = defineTask({
  type: 'server.password',
  title: (_input, { name }) => localize('passwordTask', { name }),
  input,
  steps: [
    {
      name: 'reseed',
      title: localize('password.steps.savingPasswordNextStart'),
      do: async (task) => {
        const { id, hostname, loginUser, sshKeys } = await serverOf(task);
        const nics = await describeNics(task.ctx, [id]);
        const seed = buildPasswordSeed(
          { serverId: id, hostname, loginUser, sshKeys, password: task.input.password, nics },
          String(task.cmdId),
        );
        await command(task, (engine, serverId) => engine.reseed(serverId, seed));
        await task.write((ctx) =>
          serverTables(ctx.db)
            .updateTable('server')
            .set({ has_password: true })
            .where('id', '=', id)
            .execute(),
        );
        await task.log(localize('password.do.serverAppliesItsNext'));
      },
    },
  ],
  explain: explainEngine,
});
