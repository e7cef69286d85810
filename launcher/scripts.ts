import { UserError } from './output.ts';
import { dataFolder, resolveFromCaller } from './project.ts';
import { withDatabase } from './run/database.ts';
import { runScript } from './run/processes.ts';

/**
 * Generates the API description and the status codes from the contract. `-` prints them instead.
 */
export function runOpenapi(args: readonly string[]): Promise<number> {
  return runScript('server/commands/openapi.ts', args);
}

/** Writes the permission matrix. */
export function runPolicy(args: readonly string[]): Promise<number> {
  return runScript('server/commands/policy.ts', args);
}

/** Prints what each slice declares, and the participants of each hook. */
export function runSlices(): Promise<number> {
  return runScript('server/commands/slices.ts', []);
}

/** Fills the database with a sample hosting company. */
export function runDemo(args: readonly string[]): Promise<number> {
  return runOnDatabase('server/commands/demo.ts', args);
}

/** `audit verify` rereads and verifies the whole audit log chain. */
export function runAudit([verb, ...args]: readonly string[]): Promise<number> {
  if (verb !== 'verify')
    throw new UserError(`Unknown subcommand "${verb ?? ''}". Usage: audit verify`);
  return runOnDatabase('server/commands/audit-verify.ts', args);
}

/** `ledger verify` recalculates and checks every rule of the ledger. */
export function runLedger([verb, ...args]: readonly string[]): Promise<number> {
  if (verb !== 'verify')
    throw new UserError(`Unknown subcommand "${verb ?? ''}". Usage: ledger verify`);
  return runOnDatabase('server/commands/ledger-verify.ts', args);
}

/** Builds a catalog image, or lists all images. */
export function runImage(args: readonly string[]): Promise<number> {
  return runOnDatabase('server/commands/image.ts', args);
}

/** Verifies an exported log. */
export function runVerifyLog(path: string): Promise<number> {
  return runScript('server/commands/verify-log.ts', [resolveFromCaller(path)]);
}

function runOnDatabase(file: string, args: readonly string[]): Promise<number> {
  return withDatabase(({ app, owner }) =>
    runScript(file, args, {
      env: {
        ...process.env,
        DATABASE_URL: app,
        DATABASE_MIGRATION_URL: owner,
        CLOUDBERTH_DATA: dataFolder(),
      },
    }),
  );
}
