import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';

/** QEMU rejected a command. `message` is QEMU's own description. */
export class QmpError extends Error {
  override readonly name = 'QmpError';
  readonly errorClass: string;
  constructor(errorClass: string, description: string) {
    super(description);
    this.errorClass = errorClass;
  }
}

export interface QmpEvent {
  event: string;
  data: Record<string, unknown>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
  timer: NodeJS.Timeout;
}

interface QmpMessage {
  QMP?: unknown;
  id?: number;
  return?: unknown;
  error?: { class: string; desc: string };
  event?: string;
  data?: Record<string, unknown>;
}

const commandTimeoutMs = 10_000;

/**
 * A connection to QEMU's machine protocol: JSON lines over a Unix socket. Emits `event` for QEMU's
 * events and `close` once when the connection ends.
 */
export class QmpClient extends EventEmitter<{ event: [QmpEvent]; close: [] }> {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #buffer = '';
  #isOpen = true;
  #greeted: (() => void) | undefined;

  private constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => this.#receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#end());
  }

  /**
   * Connects and performs the handshake. Rejects after `timeoutMs` when another client uses the
   * monitor, because it then accepts the connection without a greeting.
   */
  static connect(path: string, timeoutMs: number): Promise<QmpClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      const timer = setTimeout(
        () => fail(new Error(`no QMP greeting on ${path} within ${timeoutMs} ms`)),
        timeoutMs,
      );
      const fail = (error: Error) => {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      };
      socket.once('error', fail);
      socket.once('close', () => fail(new Error(`QEMU closed ${path} before greeting`)));
      const client = new QmpClient(socket);
      client.#greeted = () => {
        client.#greeted = undefined;
        client.execute('qmp_capabilities', undefined, timeoutMs).then(() => {
          clearTimeout(timer);
          resolve(client);
        }, fail);
      };
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Runs a command. Rejects with `QmpError` if QEMU rejects it, and with `Error` if QEMU doesn't
   * respond in time or exits.
   */
  execute<T = unknown>(
    command: string,
    args?: Record<string, unknown>,
    timeoutMs = commandTimeoutMs,
  ): Promise<T> {
    if (!this.#isOpen) return Promise.reject(new Error(`QEMU is gone, so ${command} was not sent`));
    const id = this.#nextId++;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`QEMU did not answer ${command} within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#waiting.set(id, { resolve: (value) => resolve(value as T), reject, timer });
      this.#socket.write(`${JSON.stringify({ execute: command, arguments: args, id })}\n`);
    });
  }

  /**
   * Runs a command of the human monitor, for the few features that QMP lacks, and returns its
   * output.
   */
  human(line: string): Promise<string> {
    return this.execute<string>('human-monitor-command', { 'command-line': line });
  }

  /**
   * Resolves with the first event that `matches`, or null after `timeoutMs` or when the connection
   * ends. Call it before the command that triggers the event.
   */
  next(matches: (event: QmpEvent) => boolean, timeoutMs: number): Promise<QmpEvent | null> {
    return new Promise((resolve) => {
      const settle = (event: QmpEvent | null) => {
        clearTimeout(timer);
        this.off('event', onEvent);
        this.off('close', onGone);
        resolve(event);
      };
      const onEvent = (event: QmpEvent) => matches(event) && settle(event);
      const onGone = () => settle(null);
      const timer = setTimeout(onGone, timeoutMs);
      this.on('event', onEvent);
      this.on('close', onGone);
    });
  }

  /** Starts a job and waits for its end. Rejects with the job's error. */
  async job(command: string, args: Record<string, unknown>, timeoutMs: number): Promise<void> {
    const id = `job${this.#nextId}`;
    const jobConcluded = this.next(
      ({ event, data }) =>
        event === 'JOB_STATUS_CHANGE' && data.id === id && data.status === 'concluded',
      timeoutMs,
    );
    await this.execute(command, { 'job-id': id, ...args }, timeoutMs);
    if (!(await jobConcluded)) throw new Error(`${command} did not end within ${timeoutMs} ms`);
    const jobs = await this.execute<{ id: string; error?: string }[]>('query-jobs');
    await this.execute('job-dismiss', { id });
    const error = jobs.find((job) => job.id === id)?.error;
    if (error) throw new QmpError('JobError', error);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: string): void {
    this.#buffer += chunk;
    const lines = this.#buffer.split('\n');
    this.#buffer = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) this.#take(JSON.parse(line) as QmpMessage);
  }

  #take(message: QmpMessage): void {
    if (message.QMP) this.#greeted?.();
    else if (message.event) this.emit('event', { event: message.event, data: message.data ?? {} });
    else if (message.id !== undefined) this.#answer(message.id, message);
  }

  #answer(id: number, message: QmpMessage): void {
    const pending = this.#waiting.get(id);
    if (!pending) return;
    this.#waiting.delete(id);
    clearTimeout(pending.timer);
    if (message.error) pending.reject(new QmpError(message.error.class, message.error.desc));
    else pending.resolve(message.return);
  }

  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error('QEMU closed the connection'));
    }
    this.#waiting.clear();
    this.emit('close');
  }
}
