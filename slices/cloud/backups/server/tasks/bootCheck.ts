import { setTimeout as delay } from 'node:timers/promises';
import type { ComputeEngine } from '../../../../../drivers/compute/port.ts';
import { monotonicMs } from '../../../../../server/platform/clock.ts';
import type { TestResult } from '../tables.ts';

/** A login prompt or a shell prompt, which shows that the system has booted. */
const bootedPattern = /(login: ?$|[$#>] $)/m;
/** If a boot check reads less than this from the disk, only firmware ran. In bytes. */
const systemBytes = 4 * 2 ** 20;
const pollMs = 250;
/** Length of the screen output that is stored as evidence. */
const evidenceMaxLength = 160;

export interface BootCheck {
  result: TestResult;
  evidence: string;
  seconds: number;
}

/** Watches a started server until it shows a sign of life, stops, or the time limit is reached. */
export async function watchBoot(
  engine: ComputeEngine,
  id: string,
  limitMs: number,
  signal: AbortSignal,
): Promise<BootCheck> {
  const startedAt = monotonicMs();
  const seconds = () => Math.round((monotonicMs() - startedAt) / 1000);
  const line = await engine.openConsole(id, 'serial');
  let consoleOutput = '';
  line.on('data', (chunk: Buffer) => {
    consoleOutput = (consoleOutput + chunk.toString('latin1')).slice(-65_536);
  });
  line.on('error', () => undefined);
  try {
    while (monotonicMs() - startedAt < limitMs) {
      signal.throwIfAborted();
      if (bootedPattern.test(consoleOutput))
        return { result: 'alive', evidence: lastLine(consoleOutput), seconds: seconds() };
      const power = (await engine.inspect(id))?.power;
      if (power !== 'on')
        return {
          result: 'silent',
          evidence: lastLine(consoleOutput) || `power: ${power}`,
          seconds: seconds(),
        };
      await delay(pollMs, undefined, { signal });
    }
    return { ...(await withoutSign(engine, id, consoleOutput)), seconds: seconds() };
  } finally {
    line.destroy();
  }
}

/**
 * When there is no output in time, the number of bytes read from the disk shows whether a system
 * was running.
 */
async function withoutSign(
  engine: ComputeEngine,
  id: string,
  consoleOutput: string,
): Promise<Omit<BootCheck, 'seconds'>> {
  const [sample] = await engine.sample([id]);
  const readBytes = sample?.disks.reduce((sum, disk) => sum + disk.readBytes, 0) ?? 0;
  const isReadingSystem = readBytes >= systemBytes;
  return {
    result: isReadingSystem ? 'unclear' : 'silent',
    evidence: lastLine(consoleOutput) || `${Math.round(readBytes / 2 ** 20)} MiB`,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const controlSequences = /\u001b\[[0-9;?]*[A-Za-z]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const controlCharacters = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

/** The last line of the output, without colors and other control sequences. */
function lastLine(consoleOutput: string): string {
  const plain = consoleOutput.replace(controlSequences, '').replace(controlCharacters, '');
  const lines = plain.split('\n').filter((text) => text.trim() !== '');
  return (lines.at(-1) ?? '').trim().slice(-evidenceMaxLength);
}
