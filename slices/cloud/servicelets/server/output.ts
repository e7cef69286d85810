import type { TaskContext } from '../../../../server/platform/tasks/task.ts';
import { addOutput, type InputValues, type Servicelet } from './store.ts';

/** Minimum length of masked secrets. Shorter ones match too much ordinary output. */
const shortestMasked = 6;

/**
 * Returns the values that must not appear in a script's output. A private key is split into lines,
 * for any line endings.
 */
export function secretsToMask({ secrets, ssh }: InputValues): string[] {
  const key = (ssh?.privateKey ?? '').split(/\r?\n/).map((line) => line.trim());
  const ofSsh = [
    ssh?.password ?? '',
    ssh?.passphrase ?? '',
    ...key.filter((line) => !line.startsWith('-----')),
  ];
  return [...Object.values(secrets), ...ofSsh].filter((secret) => secret.length >= shortestMasked);
}

/**
 * Stores the output with all passed secrets masked. Lines that start with == are also written to
 * the task log.
 */
export class OutputReader {
  readonly #task: TaskContext<unknown>;
  readonly #servicelet: Servicelet;
  readonly #secrets: readonly string[];
  readonly #decoder = new TextDecoder();
  #line = '';
  readBytes: number;

  constructor(task: TaskContext<unknown>, servicelet: Servicelet, secrets: readonly string[]) {
    this.#task = task;
    this.#servicelet = servicelet;
    this.#secrets = secrets;
    this.readBytes = servicelet.readBytes;
  }

  async take(output: Buffer): Promise<void> {
    if (output.length === 0) return;
    // PostgreSQL text can't contain U+0000.
    const text = this.#masked(
      this.#decoder.decode(output, { stream: true }).replaceAll('\u0000', ''),
    );
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
