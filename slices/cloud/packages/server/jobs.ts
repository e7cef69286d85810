import { withDb } from '../../../../server/platform/http/callContext.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { readServer } from '../../servers/server/index.ts';
import { readServicelet, runObstacle } from '../../servicelets/server/index.ts';
import { type AppRow, listAppsInStates, readApp, setApp } from './app.ts';
import { startAppWork } from './tasks.ts';

type Ctx = Parameters<ReturnType<typeof definePeriodicJob>['run']>[0];

/** Starts waiting work once its server is running, and runs one check after an installation. */
async function advanceApp(ctx: Ctx, { serverId }: AppRow): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const inner = withDb(ctx, trx);
    const app = await readApp(inner, serverId, 'hold');
    const server = await readServer(inner, serverId);
    if (!app || !server) return;
    const last = app.serviceletId ? await readServicelet(inner, app.serviceletId) : null;
    if (app.state === 'installing' || app.state === 'upgrading' || app.state === 'removing') {
      // Canceled before it started, or its task ended without a result.
      if (!last || (last.endedAt && last.state !== 'done'))
        await setApp(inner, app, { state: 'failed' });
      return;
    }
    if ((await runObstacle(inner, server)) !== null) return;
    if (app.state === 'waiting') await startAppWork(inner, app, server, 'install');
    else if (app.scripts.check && last?.endedAt && last.kind !== 'check')
      await startAppWork(inner, app, server, 'check');
  });
}

/** Runs at the interval that the specification requires for the servicelet command queue. */
const advanceAppsJob = definePeriodicJob({
  name: 'packages.advance',
  everySeconds: 10,
  async run(ctx) {
    const open = await listAppsInStates(ctx, ['waiting', 'installing', 'upgrading', 'removing']);
    const unchecked = (await listAppsInStates(ctx, ['installed'])).filter(
      ({ health, checkedAt }) => health === 'unknown' && checkedAt === null,
    );
    for (const app of [...open, ...unchecked]) {
      await advanceApp(ctx, app).catch((error: unknown) =>
        ctx.log.error(
          { err: error, serverId: app.serverId },
          'An application couldn’t be advanced',
        ),
      );
    }
  },
});

export const packageJobs = [advanceAppsJob];
