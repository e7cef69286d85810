import { rm, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { writeAudit } from '../../../../server/platform/audit/audit.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { digestOf } from './recording/read.ts';
import { recordingPath, storeRecording } from './recording/recorder.ts';
import { recordKeepDays, settingAt } from './settings.ts';
import { type ConsoleKind, consoleTables } from './tables.ts';

/**
 * Sessions send a heartbeat every half minute. A session without a heartbeat for this long has
 * ended because its process no longer exists.
 */
const heartbeatTimeoutMinutes = 5;
const batch = 100;

interface AbandonedRecording {
  id: string;
  serverId: string;
  siteId: string;
  ownerId: string;
  kind: ConsoleKind;
  file: string;
  startedAt: Date;
}

/**
 * Finishes the recordings of killed processes. The data written so far is kept, with its current
 * digest.
 */
export async function finishInterruptedRecordings(ctx: Context): Promise<void> {
  const { rows } = await sql<AbandonedRecording>`
    select id, server_id as "serverId", site_id as "siteId", owner_id as "ownerId", kind, file, started_at as "startedAt"
    from console_recording where state = 'running' and seen_at < now() - ${heartbeatTimeoutMinutes} * interval '1 minute' limit ${batch}`.execute(
    ctx.db,
  );
  for (const { file, startedAt, ...recording } of rows) {
    const path = recordingPath(ctx.services.config, file);
    const found = await stat(path).catch(() => null);
    const endedAt = found?.mtime ?? startedAt;
    await storeRecording(ctx, {
      ...recording,
      ...{
        state: 'cut',
        endedAt,
        durationMs: Math.max(0, endedAt.getTime() - startedAt.getTime()),
        bytes: found?.size ?? 0,
      },
      sha256: (await digestOf(path)) ?? Buffer.alloc(32),
    });
  }
}

/** Deletes recordings whose retention period has ended. The file is deleted first. */
export async function purgeRecordings(ctx: Context): Promise<void> {
  const { rows: sites } = await sql<{ siteId: string }>`
    select distinct site_id as "siteId" from console_recording where ended_at is not null`.execute(
    ctx.db,
  );
  for (const { siteId } of sites) {
    const days = await settingAt(ctx, siteId, recordKeepDays);
    const { rows } = await sql<{ id: string; serverId: string; file: string }>`
      select id, server_id as "serverId", file from console_recording
      where site_id = ${siteId} and ended_at < ${ctx.clock.now()}::timestamptz - ${days} * interval '1 day' order by ended_at limit ${batch}`.execute(
      ctx.db,
    );
    for (const { id, serverId, file } of rows) {
      await rm(recordingPath(ctx.services.config, file), { force: true });
      await ctx.db.transaction().execute(async (transaction) => {
        const deletion = await consoleTables(transaction)
          .deleteFrom('console_recording')
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst();
        if (!deletion) return;
        const note = {
          targetType: 'server',
          targetId: serverId,
          detail: { recording: id, keptDays: days },
        };
        await writeAudit(ctx, transaction, 'consoles.forget', 'done', [note]);
      });
    }
  }
}

export const consoleJobs = [
  definePeriodicJob({
    name: 'consoles.keepCut',
    everySeconds: 60,
    run: finishInterruptedRecordings,
  }),
  definePeriodicJob({ name: 'consoles.forget', everySeconds: 600, run: purgeRecordings }),
];
