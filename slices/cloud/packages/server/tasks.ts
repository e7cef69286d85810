import * as z from 'zod';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { readSetting } from '../../../../server/platform/settings/settings.ts';
import {
  type AnyTaskType,
  defineTask,
  type Step,
  type TaskType,
} from '../../../../server/platform/tasks/task.ts';
import { readServer } from '../../servers/server/index.ts';
import {
  cancelServiceletRun,
  type QueuedServicelet,
  queueServicelet,
  requireDone,
  runObstacle,
  runServicelet,
} from '../../servicelets/server/index.ts';
import { localize } from '../texts/localize.ts';
import { type AppRow, openSecrets, readApp, setApp } from './app.ts';
import { readPrelude } from './builtInPackages.ts';
import { packageMirror, packageProxy } from './settings.ts';
import { findVersion } from './store.ts';
import type { AppState, Manifest, Scripts } from './tables.ts';
import { environmentOf, textIn } from './values.ts';

const verb = z.enum(['install', 'check', 'upgrade', 'remove']);
export type AppVerb = z.output<typeof verb>;
const input = z.strictObject({
  serverId: z.uuid(),
  serviceletId: z.uuid(),
  title: z.strictObject(eachLanguage(() => z.string())),
  /** The new version. */
  version: z.string(),
});
type AppInput = z.output<typeof input>;

const verbs: Record<
  AppVerb,
  { during: AppState | null; title: (name: string) => LocalizedText; step: LocalizedText }
> = {
  install: {
    during: 'installing',
    title: (name) => localize('verbs.install', { name }),
    step: localize('verbs.install.step'),
  },
  check: {
    during: null,
    title: (name) => localize('verbs.check', { name }),
    step: localize('verbs.check.step'),
  },
  upgrade: {
    during: 'upgrading',
    title: (name) => localize('verbs.upgrade', { name }),
    step: localize('verbs.upgrade.step'),
  },
  remove: {
    during: 'removing',
    title: (name) => localize('verbs.remove', { name }),
    step: localize('verbs.remove.step'),
  },
};

/**
 * Sets the state after an unfinished action, for any reason. A failed check only records its
 * result.
 */
const resetState = (name: AppVerb): Step<AppInput> => ({
  name: 'begin',
  title: localize('setBack'),
  weight: 1,
  do: async () => {},
  undo: (task) =>
    task.write(async (ctx) => {
      const app = await readApp(ctx, task.input.serverId, 'hold');
      if (app && app.serviceletId === task.input.serviceletId && verbs[name].during)
        await setApp(ctx, app, { state: 'failed' });
    }),
});

const runStep = (name: AppVerb): Step<AppInput> => ({
  name: 'run',
  title: verbs[name].step,
  weight: 20,
  do: async (task) => {
    const end = await runServicelet(task, task.input.serviceletId);
    if (name !== 'check') requireDone(end);
    else if (end.state !== 'done') await task.warn(localize('work.do.appIsntRespondingCorrectly'));
    await task.write(async (ctx) => {
      const app = await readApp(ctx, task.input.serverId, 'hold');
      if (!app) return;
      await setApp(
        ctx,
        app,
        outcome(name, end.state === 'done', task.input.version, ctx.clock.now()),
      );
      if (name === 'install') await startFirstCheck(ctx, app);
    });
  },
  undo: (task) => cancelServiceletRun(task, task.input.serviceletId),
});

/** Starts the first check now if possible. Otherwise the periodic job starts it later. */
async function startFirstCheck(ctx: Context, app: AppRow): Promise<void> {
  const server = await readServer(ctx, app.serverId);
  if (app.scripts.check && server && (await runObstacle(ctx, server)) === null)
    await startAppWork(ctx, app, server, 'check');
}

function outcome(
  name: AppVerb,
  isDone: boolean,
  version: string,
  now: Date,
): Parameters<typeof setApp>[2] {
  if (name === 'check') return { health: isDone ? 'healthy' : 'unhealthy', checked_at: now };
  if (name === 'remove') return { state: 'removed', health: 'unknown', secrets: null };
  return { state: 'installed', version, health: 'unknown', installed_at: now };
}

function appTask(name: AppVerb): TaskType<AppInput> {
  return defineTask({
    type: `package.${name}`,
    title: ({ title }, target) => localize('work.appTask.text', { title, name: target.name }),
    input,
    isCancellable: true,
    steps: [resetState(name), runStep(name)],
  });
}

const tasks: Record<AppVerb, TaskType<AppInput>> = {
  install: appTask('install'),
  check: appTask('check'),
  upgrade: appTask('upgrade'),
  remove: appTask('remove'),
};
export const packageTasks = Object.values(tasks) as unknown as readonly AnyTaskType[];

/** Queues an action on an application for its server, in the transaction of the call. */
export async function startAppWork(
  ctx: Context,
  app: AppRow,
  server: Parameters<typeof queueServicelet>[1],
  name: AppVerb,
  version = app.version,
): Promise<{ id: string; cmdId: number }> {
  const { manifest, scripts } =
    version === app.version ? app : await findVersion(ctx, app.packageId, version);
  const title = eachLanguage(
    (language) => verbs[name].title(textIn(manifest.title, language))[language],
  );
  const queued = await queueServicelet(ctx, server, {
    kind: name,
    title,
    script: await wholeScript(scripts, name),
    timeoutSeconds: manifest.timeoutMinutes * 60,
    environment: await appEnvironment(ctx, app, manifest),
    task: tasks[name],
    input: (serviceletId): AppInput => ({
      serverId: app.serverId,
      serviceletId,
      title,
      version,
    }),
  } satisfies QueuedServicelet<AppInput>);
  const { during } = verbs[name];
  await setApp(ctx, app, { ...(during && { state: during }), servicelet_id: queued.id });
  return queued;
}

/**
 * Returns the complete script. Without an upgrade script, the install script runs over the existing
 * installation.
 */
async function wholeScript(scripts: Scripts, name: AppVerb): Promise<string> {
  const script = scripts[name] ?? (name === 'upgrade' ? scripts.install : '') ?? '';
  return script.startsWith('#!') ? script : `${await readPrelude()}\n${script}`;
}

async function appEnvironment(ctx: Context, app: AppRow, manifest: Manifest) {
  const secrets = openSecrets(ctx, app);
  const environment = environmentOf(manifest, { values: app.parameters, secrets });
  const secretNames = new Set(
    manifest.parameters
      .filter(({ type }) => type === 'password')
      .map(({ name }) => `APP_${name.toUpperCase()}`),
  );
  const split = (isSecret: boolean) =>
    Object.fromEntries(
      Object.entries(environment).filter(([name]) => secretNames.has(name) === isSecret),
    );
  const source = {
    APT_MIRROR: await readSetting(ctx, packageMirror),
    APT_PROXY: await readSetting(ctx, packageProxy),
  };
  return { values: { ...split(false), ...source }, secrets: split(true) };
}
