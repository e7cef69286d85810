import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import pg from 'pg';

/**
 * First byte of each message of the stream (PostgreSQL manual, "Streaming Replication Protocol",
 * BASE_BACKUP).
 */
const archiveContent = 'd'.charCodeAt(0);

/**
 * Writes a consistent copy of the whole running cluster to `file`, a tar archive of a data folder
 * with the write-ahead log it needs to start. The server stays available meanwhile.
 */
export async function writeBaseBackup(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, replication: 'true' } as pg.ClientConfig);
  await client.connect();
  try {
    const output = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
    await once(output, 'open');
    const request = new BaseBackupRequest(output);
    client.query(request);
    await request.finished;
    output.end();
    await once(output, 'close');
  } finally {
    await client.end();
  }
}

/** The parts of pg's connection that a custom request requires. */
interface ReplicationConnection {
  query(text: string): void;
  stream: { pause(): void; resume(): void };
}

/** A request to which pg passes the raw copy messages, as it passes rows to a query. */
class BaseBackupRequest implements pg.Submittable {
  readonly finished: Promise<void>;
  #output: NodeJS.WritableStream;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(output: NodeJS.WritableStream) {
    this.#output = output;
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    output.once('error', (error) => this.#reject(error));
  }

  submit(connection: pg.Connection): void {
    (connection as unknown as ReplicationConnection).query(
      "BASE_BACKUP (LABEL 'cloudberth', CHECKPOINT 'fast', WAL true)",
    );
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: ReplicationConnection): void {
    if (chunk[0] !== archiveContent) return;
    const canContinue = this.#output.write(Buffer.from(chunk.subarray(1))); // The content is copied, because pg reads the next message into the same memory.
    if (canContinue || this.#output.listenerCount('drain') > 0) return;
    connection.stream.pause();
    this.#output.once('drain', () => connection.stream.resume());
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  // The start position, tablespaces, and end position are sent as rows. The copy is complete
  // without them.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
