import type { Duplex } from 'node:stream';
import type { ComputeEngine } from '../port.ts';

/** Automates a serial console: reads the output, types, and waits for expected text. */
export class SerialDialogue {
  readonly #console: Duplex;
  #shown = '';
  #seen = 0;
  #onNews: (() => void) | undefined;

  private constructor(console: Duplex) {
    this.#console = console;
    console.on('data', (chunk: Buffer) => {
      this.#shown += chunk.toString('latin1');
      this.#onNews?.();
    });
    console.on('error', () => undefined);
  }

  static on(console: Duplex): SerialDialogue {
    return new SerialDialogue(console);
  }

  static async open(engine: ComputeEngine, id: string): Promise<SerialDialogue> {
    return new SerialDialogue(await engine.openConsole(id, 'serial'));
  }

  /** All output so far, for the messages of failing tests. */
  get shown(): string {
    return this.#shown;
  }

  /** Waits until `pattern` appears after the previous match, and returns the match. */
  async waitFor(pattern: RegExp, timeoutMs = 30_000): Promise<RegExpExecArray> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const match = pattern.exec(this.#shown.slice(this.#seen));
      if (match) {
        this.#seen += match.index + match[0].length;
        return match;
      }
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0)
        throw new Error(
          `"${pattern.source}" did not appear within ${timeoutMs} ms; shown: ${JSON.stringify(this.#shown.slice(-600))}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remainingMs);
        this.#onNews = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  type(text: string): void {
    this.#console.write(text);
  }

  async login(user: string, password: string): Promise<void> {
    await this.waitFor(/login: /);
    this.type(`${user}\n`);
    await this.waitFor(/Password: /);
    this.type(`${password}\n`);
    await this.waitFor(/[#$] /);
  }

  /** Runs a command in the guest's shell and returns its output. */
  async run(command: string, timeoutMs = 20_000): Promise<string> {
    const mark = String(Math.floor(performance.now() * 1000));
    // The quotes prevent the echoed input from looking like the output.
    this.type(`echo be""gin-${mark}; ${command}; echo en""d-${mark}\n`);
    const match = await this.waitFor(
      new RegExp(`begin-${mark}\r?\n([\\s\\S]*?)end-${mark}`),
      timeoutMs,
    );
    return (match[1] ?? '').replaceAll('\r', '').trim();
  }

  close(): void {
    this.#console.destroy();
  }
}
