import { print, printStatus, UserError } from '../output.ts';
import { filesPart, type Part, parts } from './parts.ts';
import { type PartResult, reportText } from './report.ts';
import { seedVariable, testSeed } from './seed.ts';

/** Runs the requested tests and prints the table. Returns 1 when something failed. */
export async function test(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const chosen = choose(args);
  const seed = testSeed();
  // A random seed is passed on, so that all parts use the same one.
  process.env[seedVariable] = String(seed);
  printStatus(
    `random tests use ${seedVariable}=${seed} (set it to another number, or to "random")`,
  );
  const results = await runAll(chosen);
  print(`\n${reportText(results, performance.now() - started)}`);
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
}

/** Runs the parts one after the other, with low-priority parts in parallel to the unit tests. */
async function runAll(chosen: readonly Part[]): Promise<PartResult[]> {
  const runsUnitTests = chosen.some(({ name }) => name === 'unit');
  const isDeferred = ({ fillsGaps }: Part) => runsUnitTests && fillsGaps === true;
  const bothRuns = await Promise.all([
    runSequentially(chosen.filter(isDeferred)),
    runSequentially(chosen.filter((part) => !isDeferred(part))),
  ]);
  const results = new Map(bothRuns.flat().map((result) => [result.part, result]));
  return chosen.flatMap(({ name }) => results.get(name) ?? []);
}

async function runSequentially(chosen: readonly Part[]): Promise<PartResult[]> {
  const results: PartResult[] = [];
  for (const part of chosen) {
    printStatus(`testing ${part.name}: ${part.what}`);
    results.push(await runTimed(part));
  }
  return results;
}

/** `--fast`, `--only=<part>[,<part>]`, or test file names. No arguments means all parts. */
export function choose(args: readonly string[]): readonly Part[] {
  const files = args.filter((arg) => !arg.startsWith('--'));
  if (files.length > 0) return [filesPart(files)];
  let chosen = parts;
  for (const arg of args) {
    if (arg === '--fast') chosen = chosen.filter(({ isFast }) => isFast);
    else if (arg.startsWith('--only=')) chosen = only(arg.slice('--only='.length).split(','));
    else
      throw new UserError(
        `Unknown option "${arg}". Options of test: --fast, --only=${parts.map(({ name }) => name).join('|')}, or names of test files.`,
      );
  }
  return chosen;
}

function only(names: string[]): readonly Part[] {
  const unknown = names.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined)
    throw new UserError(
      `There is no test part "${unknown}". Test parts: ${parts.map(({ name }) => name).join(', ')}.`,
    );
  return parts.filter(({ name }) => names.includes(name));
}

async function runTimed(part: Part): Promise<PartResult> {
  const started = performance.now();
  const outcome = await part
    .run()
    .catch((error: unknown) => ({ passed: 0, failed: 1, skipped: 0, notes: [String(error)] }));
  return { part: part.name, ...outcome, ms: performance.now() - started };
}
