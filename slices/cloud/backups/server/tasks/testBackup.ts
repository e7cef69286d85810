import * as z from 'zod';
import { UserError } from '../../../../../contract/errors/errors.ts';
import { EngineError } from '../../../../../drivers/compute/port.ts';
import {
  defineTask,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { engineOf } from '../../../datacenters/server/index.ts';
import { commandEngine, explainEngine } from '../../../servers/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { fileOf } from '../files.ts';
import { announceBackup } from '../store.ts';
import { backupTables, type TestResult } from '../tables.ts';
import { watchBoot } from './bootCheck.ts';
import { backupOf } from './create.ts';
import { failDamagedBackup } from './restore.ts';

const input = z.strictObject({ backupId: z.uuid(), testId: z.uuid() });
export type TestInput = z.output<typeof input>;
type BackupTestTask = TaskContext<TestInput>;

/** Maximum size for a boot check, which only needs a system that boots. */
const maxSize = { cores: 2, ramMb: 2048 };
const timeoutMs = { kvm: 120_000, emulation: 420_000, none: 20_000 } as const;

/**
 * In the engine, the server of a boot check has the ID of the check. The portal doesn't list it.
 */
async function startAlone(task: BackupTestTask): Promise<void> {
  const { backupId, testId } = task.input;
  const { configuration, datacenterId, serverName } = await backupOf(task);
  const engine = await engineOf(task.ctx, datacenterId);
  await commandEngine(async () => {
    await engine.create(
      {
        id: testId,
        name: `test of ${serverName}`,
        cores: Math.min(maxSize.cores, configuration.cores),
        ramMb: Math.min(maxSize.ramMb, configuration.ramMb),
        disks: configuration.disks.map(({ sizeGb }, index) => ({
          id: `test-${index + 1}`,
          sizeGb,
        })),
        nics: [],
        source: {
          kind: 'files',
          paths: configuration.disks.map((_disk, index) => fileOf(task.ctx, backupId, index)),
          imageId: configuration.image.id,
        },
        seed: { metaData: `instance-id: ${testId}\n`, userData: '#cloud-config\n' },
      },
      { signal: task.signal, progress: (percent) => task.progress(percent) },
    );
    await engine.start(testId);
  });
}

async function destroy(task: BackupTestTask): Promise<void> {
  const { datacenterId } = await backupOf(task);
  const engine = await engineOf(task.ctx, datacenterId);
  await commandEngine(() => engine.destroy(task.input.testId));
}

async function writeResult(
  task: BackupTestTask,
  result: TestResult,
  evidence: string,
  seconds: number | null,
): Promise<void> {
  await task.write(async (ctx) => {
    await backupTables(ctx.db)
      .updateTable('backup_test')
      .set({ result, evidence, seconds, ended_at: ctx.clock.now() })
      .where('id', '=', task.input.testId)
      .where('result', 'is', null)
      .execute();
    await announceBackup(ctx, await backupOf(task));
  });
}

export const testBackupTask: TaskType<TestInput> = defineTask<TestInput>({
  type: 'backup.test',
  title: (_input, { name }) => localize('testBackupTask', { name }),
  input,
  isCancellable: true,
  steps: [
    {
      name: 'check',
      title: localize('trial.steps.verifyingFiles'),
      weight: 3,
      do: async (task) => failDamagedBackup(task, await backupOf(task)),
      undo: (task) => writeResult(task, 'failed', '', null),
    },
    {
      name: 'start',
      title: localize('trial.steps.startingIsolation'),
      weight: 4,
      do: startAlone,
      undo: destroy,
    },
    {
      name: 'watch',
      title: localize('trial.steps.waitingResponse'),
      weight: 10,
      do: async (task) => {
        const engine = await engineOf(task.ctx, (await backupOf(task)).datacenterId);
        const { acceleration } = await engine.capabilities();
        const bootCheck = await commandEngine(() =>
          watchBoot(engine, task.input.testId, timeoutMs[acceleration], task.signal),
        );
        await writeResult(task, bootCheck.result, bootCheck.evidence, bootCheck.seconds);
        if (bootCheck.result !== 'alive') await task.warn(guestUnresponsive);
      },
    },
    { name: 'clean', title: localize('trial.steps.cleaningUp'), weight: 1, do: destroy },
  ],
  explain: (error) =>
    error instanceof EngineError || !(error instanceof UserError) ? explainEngine(error) : null,
});

const guestUnresponsive = localize('notAlive');
