import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { userError } from '../../../../../contract/errors/errors.ts';
import { writeAudit } from '../../../../../server/platform/audit/audit.ts';
import type { Config } from '../../../../../server/platform/config.ts';
import type { Actor, Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import type { VisibleServer } from '../../../servers/server/index.ts';
import type { CloseReason } from '../bridge/closing.ts';
import { operatorOf } from '../sessions.ts';
import { type ConsoleKind, consoleTables } from '../tables.ts';
import { formatCastEvent, formatCastHeader, frame, isText, screenHeader } from './format.ts';

/**
 * A console is closed when its recording exceeds this size. The next console starts a new
 * recording.
 */
export const maxRecordingMb = 256;
/** Heartbeat interval of a running recording. */
const heartbeatMs = 30_000;

export interface Recorded {
  server: VisibleServer;
  kind: ConsoleKind;
  hasInput: boolean;
  sessionHash: Buffer | null;
}

/** The path of a recording's file in the data folder. */
export const recordingPath = (config: Config, file: string): string =>
  join(config.dataDir, 'recordings', file);

/**
 * Writes the events of a console with their times to a file, and at the end its length and digest
 * to the audit log. If a required recording fails, the console is closed.
 */
export class Recorder {
  readonly #ctx: Context & { actor: Actor };
  readonly #about: Recorded;
  readonly #id: string;
  readonly #file: WriteStream;
  readonly #hash = createHash('sha256');
  readonly #startedAt = performance.now();
  readonly #decoders = { o: new StringDecoder('utf8'), i: new StringDecoder('utf8') };
  readonly #heart: NodeJS.Timeout;
  readonly #end: (ending: CloseReason) => void;
  #bytes = 0;
  #isFailed = false;
  #finished: Promise<void> | null = null;

  private constructor(
    ctx: Context & { actor: Actor },
    details: Recorded,
    id: string,
    file: WriteStream,
    end: (ending: CloseReason) => void,
  ) {
    this.#ctx = ctx;
    this.#about = details;
    this.#id = id;
    this.#file = file;
    this.#end = end;
    file.on('error', (error) => {
      this.#isFailed = true;
      ctx.log.error({ err: error, recording: id }, 'A recording couldn’t be written');
      end({ name: 'recordingFailed' });
    });
    this.#heart = setInterval(() => void this.#beSeen(), heartbeatMs).unref();
  }

  /** Starts a recording. `end` closes the console. Throws `recordingFailed`. */
  static async open(
    ctx: Context & { actor: Actor },
    details: Recorded,
    end: (ending: CloseReason) => void,
  ): Promise<Recorder> {
    const { server, kind, hasInput } = details;
    const id = randomUUID();
    const now = ctx.clock.now();
    const file = join(now.toISOString().slice(0, 7), `${id}.${isText(kind) ? 'cast' : 'screen'}`);
    const path = recordingPath(ctx.services.config, file);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await new Promise((resolve, reject) => {
        stream.once('open', resolve);
        stream.once('error', reject);
      });
      await consoleTables(ctx.db)
        .insertInto('console_recording')
        .values({
          ...{
            id,
            server_id: server.id,
            server_name: server.name,
            site_id: server.siteId,
            owner_id: server.ownerId,
          },
          ...{
            user_id: ctx.actor.userId,
            operator_id: await operatorOf(ctx, details.sessionHash),
            ip: ctx.ip,
          },
          ...{ kind, has_input: hasInput, file, started_at: now },
        })
        .execute();
      const recorder = new Recorder(ctx, details, id, stream, end);
      recorder.#write(
        isText(kind) ? formatCastHeader(now, server.name) : screenHeader(kind, now, server.name),
      );
      await recorder.#tell();
      return recorder;
    } catch (error) {
      ctx.log.error({ err: error, recording: id }, 'A recording couldn’t be started');
      throw userError('recordingFailed');
    }
  }

  output(bytes: Buffer): void {
    this.#happens('o', bytes);
  }

  /** Records input, if the site enables it. */
  input(bytes: Buffer): void {
    if (this.#about.hasInput) this.#happens('i', bytes);
  }

  /** Records the terminal size, in characters. */
  resize(columns: number, rows: number): void {
    if (isText(this.#about.kind))
      this.#write(formatCastEvent(this.#ms(), 'r', `${columns}x${rows}`));
  }

  /** Stores the recording. Repeated calls have no further effect. */
  finish(): Promise<void> {
    this.#finished ??= this.#putAway().catch((error: unknown) => {
      this.#ctx.log.error(
        { err: error, recording: this.#id },
        'A recording couldn’t be stored; a periodic job will retry',
      );
    });
    return this.#finished;
  }

  async #putAway(): Promise<void> {
    clearInterval(this.#heart);
    await new Promise<void>((resolve) =>
      this.#file.end(() => resolve()).once('error', () => resolve()),
    );
    await storeRecording(this.#ctx, {
      ...{
        id: this.#id,
        serverId: this.#about.server.id,
        kind: this.#about.kind,
        siteId: this.#about.server.siteId,
      },
      ...{ ownerId: this.#about.server.ownerId, state: this.#isFailed ? 'cut' : 'kept' },
      ...{
        endedAt: this.#ctx.clock.now(),
        durationMs: this.#ms(),
        bytes: this.#bytes,
        sha256: this.#hash.digest(),
      },
    });
  }

  #happens(direction: 'o' | 'i', bytes: Buffer): void {
    if (!isText(this.#about.kind)) {
      this.#write(frame(this.#ms(), direction, bytes));
      return;
    }
    const text = this.#decoders[direction].write(bytes);
    if (text !== '') this.#write(formatCastEvent(this.#ms(), direction, text));
  }

  #write(bytes: Buffer): void {
    if (this.#finished || this.#isFailed) return;
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
    this.#file.write(bytes);
    if (this.#bytes > maxRecordingMb * 1024 * 1024)
      this.#end({ name: 'recordingFull', values: { max: maxRecordingMb } });
  }

  #ms(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  async #beSeen(): Promise<void> {
    await consoleTables(this.#ctx.services.database.db)
      .updateTable('console_recording')
      .set({ seen_at: this.#ctx.clock.now() })
      .where('id', '=', this.#id)
      .execute()
      .catch(() => undefined);
  }

  async #tell(): Promise<void> {
    const { server } = this.#about;
    await announce(this.#ctx.db, {
      topic: 'recording',
      id: this.#id,
      siteId: server.siteId,
      ownerId: server.ownerId,
    });
  }
}

export interface EndedRecording {
  id: string;
  serverId: string;
  siteId: string;
  ownerId: string;
  kind: ConsoleKind;
  state: 'kept' | 'cut';
  endedAt: Date;
  durationMs: number;
  bytes: number;
  sha256: Buffer;
}

/** Stores the result of a recording once, and adds its digest to the audit chain. */
export async function storeRecording(ctx: Context, ended: EndedRecording): Promise<void> {
  await ctx.services.database.db.transaction().execute(async (transaction) => {
    const savedRecording = await consoleTables(transaction)
      .updateTable('console_recording')
      .set({
        ...{
          state: ended.state,
          ended_at: ended.endedAt,
          duration_ms: ended.durationMs,
          bytes: ended.bytes,
          sha256: ended.sha256,
        },
      })
      .where('id', '=', ended.id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    if (!savedRecording) return;
    const { id, kind, durationMs, bytes, sha256 } = ended;
    const detail = { recording: id, kind, durationMs, bytes, sha256: sha256.toString('hex') };
    await writeAudit(ctx, transaction, 'consoles.record', 'done', [
      { targetType: 'server', targetId: ended.serverId, detail },
    ]);
    await announce(transaction, {
      topic: 'recording',
      id,
      siteId: ended.siteId,
      ownerId: ended.ownerId,
    });
  });
}
