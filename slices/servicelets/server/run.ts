import { setTimeout as delay } from 'node:timers/promises';
import { refuse } from '../../../contract/errors.ts';
import { type ComputeEngine, EngineError } from '../../../drivers/compute/port.ts';
import { monotonicMs } from '../../../server/platform/clock.ts';
import type { TaskContext, Texts } from '../../../server/platform/tasks/task.ts';
import { engineOf } from '../../datacenters/server/index.ts';
import { readServer } from '../../servers/server/index.ts';
import { type Inside, InsideError, insideByAgent, insideSimulated, type Sight } from './inside.ts';
import { addOutput, type End, type HandedValues, markEnded, markStarted, readServicelet, type Servicelet } from './store.ts';

/** How long the guest's agent is waited for: a person's command is for a server that is up, an installation for one that just started. */
const patienceMs = { command: 2 * 60_000, package: 30 * 60_000 } as const;
/** The output is read often at first, then as seldom as a person would look. ms */
const firstLookMs = 250;
const longestLookMs = 5000;

/**
 * Runs a servicelet to its end and answers how it ended; one that has ended already says so again. Goes on where another
 * worker left it. Throws when the task is cancelled or has to go to another worker.
 */
export async function carryOut(task: TaskContext<unknown>, serviceletId: string): Promise<End> {
  const servicelet = await readServicelet(task.ctx, serviceletId);
  if (!servicelet) throw refuse('notFound', { what: 'servicelet', id: serviceletId });
  if (servicelet.endedAt) return endOf(servicelet);
  await task.write((ctx) => markStarted(ctx, servicelet));
  const end = await attempt(task, servicelet);
  await task.write((ctx) => markEnded(ctx, servicelet, end));
  return end;
}

const endOf = ({ state, exitCode, problem }: Servicelet): End => ({ state: state as End['state'], exitCode, problem });
const failed = (problem: Texts): End => ({ state: 'failed', exitCode: null, problem });

async function attempt(task: TaskContext<unknown>, servicelet: Servicelet): Promise<End> {
  const server = await readServer(task.ctx, servicelet.serverId);
  if (!server) throw refuse('notFound', { what: 'server', id: servicelet.serverId });
  const engine = await engineOf(task.ctx, server.datacenterId);
  const inside = await insideOf(engine, servicelet);
  const { values, secrets } = readEnvironment(task, servicelet);
  try {
    await begun(task, servicelet, inside, scriptWith({ ...values, ...secrets }, servicelet.script));
    return await watched(task, servicelet, inside, Object.values(secrets));
  } catch (error) {
    if (task.signal.aborted) throw error;
    if (error instanceof InsideError) return failed(refusedInside(error.message));
    if (error instanceof EngineError) return failed(problemOf(error));
    throw error;
  }
}

async function insideOf(engine: ComputeEngine, { id, serverId, timeoutSeconds }: Servicelet): Promise<Inside> {
  const { acceleration } = await engine.capabilities();
  return acceleration === 'none' ? insideSimulated(engine, serverId, timeoutSeconds * 1000) : insideByAgent(engine, serverId, id);
}

/** Ends what still runs in the guest, as far as it can be reached, and says that it was cancelled. */
export async function callOff(task: TaskContext<unknown>, serviceletId: string): Promise<void> {
  const servicelet = await readServicelet(task.ctx, serviceletId);
  if (!servicelet || servicelet.endedAt) return;
  const server = await readServer(task.ctx, servicelet.serverId);
  if (server && servicelet.startedAt) {
    const engine = await engineOf(task.ctx, server.datacenterId);
    const inside = await insideOf(engine, servicelet);
    await inside
      .end()
      .then(() => inside.clean())
      .catch((error: unknown) => task.ctx.log.warn({ err: error, serviceletId }, 'a servicelet could not be ended in its guest'));
  }
  await task.write((ctx) => markEnded(ctx, servicelet, { state: 'cancelled', exitCode: null, problem: null }));
}

/** Begins the run as soon as the guest answers. */
async function begun(task: TaskContext<unknown>, { kind, state }: Servicelet, inside: Inside, script: string): Promise<void> {
  const deadline = monotonicMs() + patienceMs[kind === 'command' ? 'command' : 'package'];
  for (let tries = 0; ; tries++) {
    task.signal.throwIfAborted();
    try {
      return await inside.begin(script);
    } catch (error) {
      if (!isPassing(error) || monotonicMs() > deadline) throw error;
      if (tries === 0 && state === 'queued') await task.log(waitingForAgent);
      await delay(2000, undefined, { signal: task.signal });
    }
  }
}

const isPassing = (error: unknown) => error instanceof EngineError && (error.kind === 'unavailable' || error.kind === 'timeout');

/** Reads what it prints until it ends, is lost, or takes too long. */
async function watched(task: TaskContext<unknown>, servicelet: Servicelet, inside: Inside, secrets: readonly string[]): Promise<End> {
  const started = (servicelet.startedAt ?? task.ctx.clock.now()).getTime();
  const leftMs = () => started + servicelet.timeoutSeconds * 1000 - task.ctx.clock.now().getTime();
  const reader = new OutputReader(task, servicelet, secrets);
  let unseenSince: number | null = null;
  for (let pauseMs = firstLookMs; ; pauseMs = Math.min(pauseMs * 1.3, longestLookMs)) {
    task.signal.throwIfAborted();
    const sight = await inside.look(reader.readBytes).catch((error: unknown) => {
      unseenSince ??= monotonicMs();
      if (!isPassing(error) || monotonicMs() - unseenSince > patienceMs.command) throw error;
      return null;
    });
    if (sight) {
      unseenSince = null;
      await reader.take(sight.output);
      if (sight.output.length > 0 && sight.state !== 'running') continue;
      if (sight.state !== 'running') return await ended(inside, sight);
    }
    if (leftMs() <= 0) {
      await inside.end();
      await inside.clean();
      return { state: 'timedOut', exitCode: null, problem: tookTooLong(servicelet.timeoutSeconds) };
    }
    await delay(Math.max(50, Math.min(pauseMs, leftMs())), undefined, { signal: task.signal });
  }
}

async function ended(inside: Inside, { state, exitCode }: Sight): Promise<End> {
  if (state === 'absent') return failed(gone);
  await inside.clean().catch(() => undefined);
  if (state === 'lost') return failed(restarted);
  return { state: exitCode === 0 ? 'done' : 'failed', exitCode, problem: null };
}

/** Keeps what was printed, with the secrets that were handed in made unreadable; lines that begin with == are told to the task's log. */
class OutputReader {
  readonly #task: TaskContext<unknown>;
  readonly #servicelet: Servicelet;
  readonly #secrets: readonly string[];
  readonly #decoder = new TextDecoder();
  #line = '';
  readBytes: number;

  constructor(task: TaskContext<unknown>, servicelet: Servicelet, secrets: readonly string[]) {
    this.#task = task;
    this.#servicelet = servicelet;
    this.#secrets = secrets.filter((secret) => secret.length >= 6);
    this.readBytes = servicelet.readBytes;
  }

  async take(output: Buffer): Promise<void> {
    if (output.length === 0) return;
    // PostgreSQL's texts hold no U+0000.
    const text = this.#masked(this.#decoder.decode(output, { stream: true }).replaceAll('\u0000', ''));
    const from = this.readBytes;
    await this.#task.write((ctx) => addOutput(ctx, this.#servicelet, from, text, output.length));
    this.readBytes += output.length;
    await this.#tell(text);
  }

  #masked(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, '••••••'), text);
  }

  async #tell(text: string): Promise<void> {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop()?.slice(-500) ?? '';
    for (const line of lines) if (line.startsWith('== ')) await this.#task.log(line.slice(3, 300));
  }
}

function readEnvironment(task: TaskContext<unknown>, { id, environment }: Servicelet): HandedValues {
  if (!environment) return { values: {}, secrets: {} };
  return JSON.parse(task.ctx.services.secrets.open(environment, { column: 'servicelet.environment', row: id })) as HandedValues;
}

/** The values stand before the script, each quoted so that the shell takes it as it is; a `#!` line stays the first. */
export function scriptWith(environment: Readonly<Record<string, string>>, script: string): string {
  const lines = Object.entries(environment).map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`);
  if (lines.length === 0) return script;
  const [first = '', ...rest] = script.split('\n');
  return first.startsWith('#!') ? [first, ...lines, ...rest].join('\n') : [...lines, script].join('\n');
}

const waitingForAgent: Texts = {
  en: 'Waiting until the guest has started and its agent answers.',
  he: 'ממתין עד שהמערכת בשרת תעלה והסוכן שלה יענה.',
};
const restarted: Texts = {
  en: 'The server was restarted while it ran, so nobody knows how far it came.',
  he: 'השרת הופעל מחדש במהלך הריצה, ולכן לא ידוע עד היכן הגיעה.',
};
const gone: Texts = { en: 'Its files in the server were removed while it ran.', he: 'קבציה בשרת הוסרו במהלך הריצה.' };
const tookTooLong = (seconds: number): Texts => ({
  en: `It took longer than ${seconds} seconds and was ended.`,
  he: `הריצה ארכה יותר מ-${seconds} שניות והופסקה.`,
});
const refusedInside = (said: string): Texts => ({
  en: `The guest could not run it: ${said}.`,
  he: `המערכת בשרת לא יכלה להריץ: ${said}.`,
});

/** What the engine said, in words for a person. */
function problemOf(error: EngineError): Texts {
  if (error.kind === 'wrongState') return { en: 'The server is not on.', he: 'השרת אינו פועל.' };
  if (isPassing(error))
    return {
      en: 'The guest agent does not answer. Install the package qemu-guest-agent in the server, or wait until it has started.',
      he: 'סוכן האורח אינו עונה. יש להתקין בשרת את החבילה qemu-guest-agent או להמתין עד שהשרת יעלה.',
    };
  return { en: error.message, he: error.message };
}
