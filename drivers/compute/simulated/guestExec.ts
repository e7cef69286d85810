import { setTimeout as delay } from 'node:timers/promises';
import { EngineError, type GuestCommand, type GuestResult } from '../port.ts';

/**
 * A simulated guest: it supports `echo`, `cat`, `sleep`, and of a shell script the unindented lines
 * `echo …`, `sleep …` and `exit …`. Everything else is ignored, succeeds and changes nothing.
 * Nothing is ever run on this machine.
 */
export async function simulatedExec(name: string, command: GuestCommand): Promise<GuestResult> {
  const program = command.path.split('/').at(-1) ?? '';
  const running = { leftMs: command.timeoutMs, name, path: command.path };
  if (program === 'echo') return done(`${command.args.join(' ')}\n`);
  if (program === 'cat') return done(command.input ?? '');
  if (program === 'sleep') {
    await sleep(running, command.args[0] ?? '0');
    return done('');
  }
  if (program === 'sh' || program === 'bash')
    return await script(
      running,
      command.args.includes('-c') ? scriptOf(command) : (command.input ?? ''),
    );
  return done('');
}

const scriptOf = ({ args }: GuestCommand) => args[args.indexOf('-c') + 1] ?? '';
const done = (stdout: string, exitCode = 0): GuestResult => ({ exitCode, stdout, stderr: '' });

interface RunningCommand {
  leftMs: number;
  name: string;
  path: string;
}

async function script(running: RunningCommand, text: string): Promise<GuestResult> {
  let output = '';
  for (const line of text.split('\n')) {
    const [, word = '', rest = ''] = /^(echo|sleep|exit)\b\s*(.*)$/.exec(line) ?? [];
    if (word === 'echo') output += `${unquoted(rest)}\n`;
    if (word === 'sleep') await sleep(running, rest);
    if (word === 'exit') return done(output, Number.parseInt(rest, 10) || 0);
  }
  return done(output);
}

const unquoted = (text: string) => text.replace(/^(["'])(.*)\1$/, '$2');

async function sleep(running: RunningCommand, seconds: string): Promise<void> {
  const ms = Math.max(0, (Number.parseFloat(seconds) || 0) * 1000);
  await delay(Math.min(ms, running.leftMs));
  running.leftMs -= ms;
  if (running.leftMs < 0)
    throw new EngineError(
      'simulated',
      'timeout',
      `${running.path} did not end in time in the simulated server "${running.name}"; it was ended.`,
    );
}
