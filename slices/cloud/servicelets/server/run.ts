import { setTimeout as delay } from 'node:timers/promises';
import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { ComputeEngine } from '../../../../drivers/compute/port.ts';
import { monotonicMs } from '../../../../server/platform/clock.ts';
import type { TaskContext } from '../../../../server/platform/tasks/task.ts';
import { signInToGuest } from '../../consoles/server/index.ts';
import { engineOf } from '../../datacenters/server/index.ts';
import { readServer, type Server } from '../../servers/server/index.ts';
import {
  agentSession,
  type GuestSession,
  type RunStatus,
  simulatedSession,
} from './guestSession.ts';
import { OutputReader, secretsToMask } from './output.ts';
import {
  failedEnd,
  isTransient,
  lostBy,
  problemOf,
  serverGone,
  stopFailureReason,
  tookTooLong,
  waitingText,
} from './problems.ts';
import { isSimulated } from './scriptRunner.ts';
import { sshSession } from './sshSession.ts';
import {
  type End,
  type InputValues,
  markEnded,
  markStarted,
  readServicelet,
  type Servicelet,
  type SshAccess,
} from './store.ts';

/**
 * How long to wait for the guest to respond, in ms. Commands expect a running server, while an
 * installation follows its first start.
 */
const timeoutMs = { command: 2 * 60_000, package: 30 * 60_000 } as const;
/** First polling interval of the output, in ms. It increases over time. */
const firstPollMs = 250;
const maxPollMs = 5000;

/**
 * Runs a servicelet to completion and returns its result. Returns the stored result if it has
 * already ended, and continues where another worker stopped. Throws if the task is canceled or must
 * move to another worker.
 */
export async function runServicelet(
  task: TaskContext<unknown>,
  serviceletId: string,
): Promise<End> {
  const servicelet = await readServicelet(task.ctx, serviceletId);
  if (!servicelet) throw userError('notFound', { what: 'servicelet', id: serviceletId });
  if (servicelet.endedAt) return endOf(servicelet);
  await task.write((ctx) => markStarted(ctx, servicelet));
  const end = await attempt(task, servicelet);
  await task.write((ctx) => markEnded(ctx, servicelet, end));
  return end;
}

const endOf = ({ state, exitCode, problem, problemCode }: Servicelet): End => ({
  state: state as End['state'],
  ...{ exitCode, problem, problemCode },
});

async function attempt(task: TaskContext<unknown>, servicelet: Servicelet): Promise<End> {
  const server = await readServer(task.ctx, servicelet.serverId);
  if (!server) throw userError('notFound', { what: 'server', id: servicelet.serverId });
  const inputs = readInputValues(task, servicelet);
  const session = await openSession(task, server, servicelet, inputs);
  try {
    await startRun(
      task,
      servicelet,
      session,
      scriptWith({ ...inputs.values, ...inputs.secrets }, servicelet.script),
    );
    const end = await runWatched(task, servicelet, session, secretsToMask(inputs));
    if (end) return end;
    const problem = await stopInGuest(task, servicelet, server, session);
    return {
      state: 'timedOut',
      exitCode: null,
      problem: problem ?? tookTooLong(servicelet.timeoutSeconds),
      problemCode: null,
    };
  } catch (error) {
    const problem = task.signal.aborted
      ? null
      : problemOf(error, servicelet, server.name, await isSimulated(task.ctx, server));
    if (!problem) throw error;
    return problem;
  } finally {
    session.close();
  }
}

async function openSession(
  task: TaskContext<unknown>,
  server: Server,
  servicelet: Servicelet,
  { ssh }: InputValues,
): Promise<GuestSession> {
  const engine = await engineOf(task.ctx, server.datacenterId);
  if (ssh) return openSshSession(task, engine, server, { runId: servicelet.id, ssh });
  return servicelet.by === 'simulated'
    ? simulatedSession(engine, server.id, servicelet.timeoutSeconds * 1000)
    : agentSession(engine, server.id, servicelet.id);
}

function openSshSession(
  { ctx, signal }: TaskContext<unknown>,
  engine: ComputeEngine,
  { id, name }: Server,
  { runId, ssh: { port, ...sshAccess } }: { runId: string; ssh: SshAccess },
): GuestSession {
  const open = () => engine.openTcp(id, port);
  return sshSession(
    () =>
      signInToGuest(ctx, { place: { serverId: id, port }, name, open, given: sshAccess, signal }),
    runId,
  );
}

/** Stops the run in the guest, if reachable, and records the cancellation. */
export async function cancelServiceletRun(
  task: TaskContext<unknown>,
  serviceletId: string,
): Promise<void> {
  const servicelet = await readServicelet(task.ctx, serviceletId);
  if (!servicelet || servicelet.endedAt) return;
  const server = await readServer(task.ctx, servicelet.serverId);
  let problem: LocalizedText | null = null;
  if (server && servicelet.startedAt) {
    const session = await openSession(task, server, servicelet, readInputValues(task, servicelet));
    problem = await stopInGuest(task, servicelet, server, session).finally(session.close);
  }
  await task.write((ctx) =>
    markEnded(ctx, servicelet, { state: 'cancelled', exitCode: null, problem, problemCode: null }),
  );
}

/** Stops and removes the run. Returns why that failed, and never throws. */
async function stopInGuest(
  { ctx }: TaskContext<unknown>,
  servicelet: Servicelet,
  { name }: Server,
  session: GuestSession,
): Promise<LocalizedText | null> {
  try {
    await session.end();
    await session.clean();
    return null;
  } catch (error) {
    ctx.log.warn(
      { err: error, serviceletId: servicelet.id },
      'A servicelet couldn’t be stopped in its guest',
    );
    return stopFailureReason(error, servicelet, name);
  }
}

/** Starts the run as soon as the guest responds. */
async function startRun(
  task: TaskContext<unknown>,
  servicelet: Servicelet,
  session: GuestSession,
  script: string,
): Promise<void> {
  const deadline = monotonicMs() + timeoutMs[servicelet.kind === 'command' ? 'command' : 'package'];
  for (let attempt = 0; ; attempt++) {
    task.signal.throwIfAborted();
    try {
      return await session.begin(script);
    } catch (error) {
      if (!isTransient(error) || monotonicMs() > deadline) throw error;
      if (attempt === 0 && servicelet.state === 'queued') await task.log(waitingText(servicelet));
      await delay(2000, undefined, { signal: task.signal });
    }
  }
}

/** Reads the output until the run ends or is lost. Returns null if it exceeds the time limit. */
async function runWatched(
  task: TaskContext<unknown>,
  servicelet: Servicelet,
  session: GuestSession,
  secrets: readonly string[],
): Promise<End | null> {
  const started = (servicelet.startedAt ?? task.ctx.clock.now()).getTime();
  const remainingMs = () =>
    started + servicelet.timeoutSeconds * 1000 - task.ctx.clock.now().getTime();
  const reader = new OutputReader(task, servicelet, secrets);
  let unseenSince: number | null = null;
  for (let pauseMs = firstPollMs; ; pauseMs = Math.min(pauseMs * 1.3, maxPollMs)) {
    task.signal.throwIfAborted();
    const status = await session.look(reader.readBytes).catch((error: unknown) => {
      unseenSince ??= monotonicMs();
      if (!isTransient(error) || monotonicMs() - unseenSince > timeoutMs.command) throw error;
      return null;
    });
    if (status) {
      unseenSince = null;
      await reader.take(status.output);
      if (status.output.length > 0 && status.state !== 'running') continue;
      if (status.state !== 'running') return await ended(servicelet, session, status);
    }
    if (remainingMs() <= 0) return null;
    await delay(Math.max(50, Math.min(pauseMs, remainingMs())), undefined, { signal: task.signal });
  }
}

async function ended(
  { by }: Servicelet,
  session: GuestSession,
  { state, exitCode }: RunStatus,
): Promise<End> {
  if (state === 'absent') return failedEnd(serverGone);
  await session.clean().catch(() => undefined);
  if (state === 'lost') return failedEnd(lostBy(by));
  return { state: exitCode === 0 ? 'done' : 'failed', exitCode, problem: null, problemCode: null };
}

function readInputValues(task: TaskContext<unknown>, { id, environment }: Servicelet): InputValues {
  if (!environment) return { values: {}, secrets: {} };
  return JSON.parse(
    task.ctx.services.secrets.open(environment, { column: 'servicelet.environment', row: id }),
  ) as InputValues;
}

/** Inserts the values before the script, quoted for the shell. A `#!` line stays first. */
export function scriptWith(environment: Readonly<Record<string, string>>, script: string): string {
  const lines = Object.entries(environment).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  );
  if (lines.length === 0) return script;
  const [first = '', ...rest] = script.split('\n');
  return first.startsWith('#!')
    ? [first, ...lines, ...rest].join('\n')
    : [...lines, script].join('\n');
}
