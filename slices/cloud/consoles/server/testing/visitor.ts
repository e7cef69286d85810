import { WebSocket } from 'ws';
import type { TestClient } from '../../../../../server/testing/client.ts';

export interface ConsoleAddress {
  path: string;
  recorded: string;
}

/** A console client that collects its output in bytes and text frames, and how it ended. */
export class ConsoleVisitor {
  readonly socket: WebSocket;
  shown = '';
  readonly told: { at: string; [key: string]: unknown }[] = [];
  /** Text frames that aren't JSON: guacd's drawing instructions. */
  drawn = '';
  ended: { code: number; reason: string } | null = null;
  #onNews: () => void = () => undefined;

  constructor(address: string, path: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(address.replace('http', 'ws') + path, { headers });
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.shown += data.toString('utf8');
      else if (data.toString().startsWith('{'))
        this.told.push(JSON.parse(data.toString()) as { at: string });
      else this.drawn += data.toString();
      this.#onNews();
    });
    this.socket.on('close', (code, reason) => {
      this.ended = { code, reason: reason.toString() };
      this.#onNews();
    });
    this.socket.on('error', () => undefined);
  }

  /** Requests a ticket and connects with it. */
  static async open(
    client: TestClient,
    serverId: string,
    body: Record<string, unknown>,
    first?: unknown,
  ): Promise<ConsoleVisitor> {
    const answer = await client.post<ConsoleAddress>(`/servers/${serverId}/console`, body);
    if (answer.status !== 200) throw new Error(answer.text);
    const visitor = new ConsoleVisitor(client.address, answer.body.path);
    if (first !== undefined) {
      await visitor.until(
        'it asks who it is',
        ({ told, ended }) => ended !== null || told.some(({ at }) => at === 'signIn'),
      );
      visitor.say(first);
    }
    return visitor;
  }

  type(text: string): void {
    this.socket.send(Buffer.from(text));
  }

  say(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Waits for the condition, and reports the output if it isn't met in time. */
  async until(
    description: string,
    condition: (visitor: ConsoleVisitor) => boolean,
    timeoutMs = 15_000,
  ): Promise<this> {
    const deadline = performance.now() + timeoutMs;
    while (!condition(this)) {
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0)
        throw new Error(
          `${description}: not within ${timeoutMs} ms; ${JSON.stringify({ shown: this.shown.slice(-300), told: this.told, ended: this.ended, drawn: this.drawn.slice(-300) })}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remainingMs);
        this.#onNews = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this;
  }

  shows(text: string): Promise<this> {
    return this.until(`"${text}" is shown`, ({ shown }) => shown.includes(text));
  }

  ends(timeoutMs?: number): Promise<this> {
    return this.until('it ends', ({ ended }) => ended !== null, timeoutMs);
  }

  /** The error code of the last text frame, which is the reason for the end. */
  get reasonCode(): unknown {
    return this.told.find(({ at }) => at === 'ended')?.code;
  }

  async leave(): Promise<void> {
    this.socket.close();
    await this.ends();
  }
}
