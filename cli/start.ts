import { homedir } from 'node:os';
import type { Table } from './commandTable.ts';
import { run } from './run.ts';

/** Runs the program and exits. A closed output pipe, as with `head`, isn't an error. */
export async function start(table: Table): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await run(process.argv.slice(2), table, {
    env: process.env,
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    home: homedir(),
  });
}
