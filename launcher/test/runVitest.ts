import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../project.ts';
import { runScript } from '../run/processes.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  notes: string[];
}

/** The part of vitest's JSON report that is used here. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: TestResult[] }[];
}

interface TestResult {
  status: string;
  fullName: string;
  failureMessages?: string[];
}

/** Code compiled for an earlier run is reused, because each worker loads the whole server. */
const compiledTests = join(projectFolder, '.cache/compiled-tests');

/** Runs vitest with its usual output, and counts tests from its JSON report. */
export async function runVitest(args: readonly string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'cloudberth-report-'));
  const reportFile = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
    const code = await runScript(
      'node_modules/vitest/vitest.mjs',
      ['run', '--passWithNoTests', ...reporters, ...args],
      {
        env: { NODE_COMPILE_CACHE: compiledTests, ...process.env, NODE_ENV: 'test' },
      },
    );
    return countTests(await readFile(reportFile, 'utf8').catch(() => ''), code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Counts a report. A failure of vitest without a failed test (a file that doesn't load, an
 * unhandled error) counts as one failed test.
 */
export function countTests(reportJson: string, exitCode: number): Counts {
  if (reportJson === '')
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      notes: [`vitest ended with code ${exitCode} and without a report`],
    };
  const report = JSON.parse(reportJson) as VitestReport;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const notes = broken.map(({ name, message }) => `${name} did not run: ${message.split('\n')[0]}`);
  let failed = report.numFailedTests + broken.length;
  if (failed === 0 && exitCode !== 0) {
    failed = 1;
    notes.push(
      `every test passed, but vitest ended with code ${exitCode}: see "Unhandled Errors" in its output`,
    );
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  if (report.numPassedTests + failed + skipped === 0) notes.push('there is no test of this part');
  return {
    passed: report.numPassedTests,
    failed,
    skipped,
    notes: [...notes, ...failedNames(report), ...skippedNames(report)],
  };
}

/** Repeated at the end, because a log may keep only the last lines. */
function failedNames(report: VitestReport): string[] {
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages: [message = ''] = [] }) =>
          `failed: ${fullName}: ${firstFailureLine(message)}`,
      ),
  );
}

/** The first line of a failure. For a property, also the failing case and how to reproduce it. */
function firstFailureLine(message: string): string {
  const lines = message.split('\n');
  const more = lines[0]?.includes('Property failed')
    ? lines.filter((line) => /^(\{ seed:|Counterexample:|Caused by:)/.test(line))
    : [];
  return [lines[0], ...more.map((line) => `    ${line.slice(0, 400)}`)].join('\n');
}

function skippedNames(report: VitestReport): string[] {
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `skipped by its file: ${fullName}`),
  );
}
