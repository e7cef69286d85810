import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { verifyExport } from '../platform/audit/logExport.ts';

/**
 * `verify-log <file>`: verifies an exported log without the portal or its database. Exits with 1 if
 * the log was modified.
 */
const [file = ''] = process.argv.slice(2);
const input = createReadStream(file, 'utf8');
const problem = await new Promise<Error | null>((resolve) =>
  input.once('open', () => resolve(null)).once('error', resolve),
);
if (problem) {
  process.stdout.write(`${file} cannot be read: ${problem.message}.\n`);
  process.exitCode = 1;
} else {
  const { checked, firstBroken, isWhole, head } = await verifyExport(
    createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }),
  );
  if (firstBroken) {
    const entry = firstBroken.entryId > 0 ? ` (entry ${firstBroken.entryId})` : '';
    process.stdout.write(
      `The log is broken at seal ${firstBroken.sequence}${entry}: ${firstBroken.problem}. ${checked} before it are right.\n`,
    );
    process.exitCode = 1;
  } else {
    const completenessNote = isWhole
      ? 'None is missing between the first and the last.'
      : 'It is a selection: each entry is as it was written; what was left out cannot be told from the file.';
    process.stdout.write(`${checked} entries are as they were written. ${completenessNote}\n`);
    if (head) process.stdout.write(`The last seal is ${head}.\n`);
  }
}
