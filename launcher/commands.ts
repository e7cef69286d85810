import { installDependencies } from './dependencies.ts';
import { UserError } from './output.ts';

/** A subcommand of `./cloudberth`. */
export interface Command {
  name: string;
  usage: string;
  what: string;
  run(args: string[]): Promise<number>;
}

// Imported only when the command runs, because their imports need the npm packages.
export const commands: readonly Command[] = [
  {
    name: 'up',
    usage: 'up [--demo] [--role=all|api|worker]',
    what: 'install missing packages, build, and start everything (Ctrl-C stops it)',
    run: async (args) => {
      const options = upOptions(args);
      await installDependencies();
      return (await import('./up.ts')).up(options);
    },
  },
  installedCommand(
    'dev',
    'dev',
    'run the portal and the web from their sources, reloaded on changes',
    async () => (await import('./dev.ts')).dev(),
  ),
  installedCommand('build', 'build', 'build the server and the web for production', async () => {
    await Promise.all([
      (await import('./build/server.ts')).buildServer(),
      (await import('./build/web.ts')).buildWeb(),
    ]);
    return 0;
  }),
  {
    name: 'test',
    usage: 'test [--fast | --only=<part> | <file>…]',
    what: 'run the tests: lint, types, structure, unit, web, vm, e2e',
    run: async (args) => {
      await installDependencies();
      return (await import('./test/run.ts')).test(args);
    },
  },
  installedCommand(
    'bench',
    'bench [<name>]',
    'run benchmarks, each against a baseline in the same run',
    async (args) => (await import('./bench.ts')).bench(args),
  ),
  installedCommand(
    'image',
    'image build <code>, image list',
    'build a catalog image on this machine and offer it, or list catalog images',
    async (args) => (await import('./image.ts')).image(args),
  ),
  installedCommand(
    'texts',
    'texts --deck | --missing=<language>',
    'list all texts with their translations, or those not translated yet',
    async (args) => (await import('./texts.ts')).texts(args),
  ),
  installedCommand(
    'demo',
    'demo',
    'fill the database with a sample hosting company',
    async (args) => (await import('./scripts.ts')).runDemo(args),
  ),
  installedCommand(
    'backup',
    'backup <file>',
    'back up the database and settings to one file (the portal can keep running)',
    async (args) => (await import('./backup/backup.ts')).backup(onePath(args, 'backup')),
  ),
  installedCommand(
    'restore',
    'restore <file>',
    'restore a backup file into an empty data folder',
    async (args) => (await import('./backup/restore.ts')).restore(onePath(args, 'restore')),
  ),
  installedCommand(
    'openapi',
    'openapi [-]',
    'generate dist/openapi.json and docs/status-codes.md from the contract (-: print)',
    async (args) => (await import('./scripts.ts')).runOpenapi(args),
  ),
  installedCommand(
    'policy',
    'policy',
    'generate docs/permissions.md from the contract',
    async (args) => (await import('./scripts.ts')).runPolicy(args),
  ),
  installedCommand(
    'new',
    'new slice <area>/<plural> --one=<singular> --he=<singular>,<plural>',
    'write a new noun: contract, server, screens, texts, tests',
    async (args) => (await import('./newSlice.ts')).newSlice(args),
  ),
  installedCommand('slices', 'slices', 'list what each slice declares, and its hooks', async () =>
    (await import('./scripts.ts')).runSlices(),
  ),
  installedCommand('audit', 'audit verify', 'verify the audit log chain', async (args) =>
    (await import('./scripts.ts')).runAudit(args),
  ),
  installedCommand('ledger', 'ledger verify', 'verify the ledger balances', async (args) =>
    (await import('./scripts.ts')).runLedger(args),
  ),
  installedCommand(
    'verify-log',
    'verify-log <file>',
    'verify an exported log without the portal or its database',
    async (args) => (await import('./scripts.ts')).runVerifyLog(onePath(args, 'verify-log')),
  ),
  installedCommand('psql', 'psql [<psql arguments>]', 'open the database with psql', async (args) =>
    (await import('./psql.ts')).psql(args),
  ),
  {
    name: 'doctor',
    usage: 'doctor',
    what: 'check what this machine has and what is missing',
    run: async () => (await import('./doctor.ts')).doctor(),
  },
];

/** The text of `help`. */
export function helpText(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, what }) => `  ./cloudberth ${usage.padEnd(width)}  ${what}`);
  return [
    'Cloudberth: a cloud hosting portal',
    '',
    ...lines,
    '',
    'For environment variables, backups, and upgrades, see docs/operating.md',
  ].join('\n');
}

function installedCommand(
  name: string,
  usage: string,
  description: string,
  run: (args: string[]) => Promise<number>,
): Command {
  return {
    name,
    usage,
    what: description,
    run: async (args) => {
      await installDependencies();
      return run(args);
    },
  };
}

const roles = ['all', 'api', 'worker'] as const;

/** Parses the arguments of `up`. Throws `UserError` for an unknown one. */
export function upOptions(args: readonly string[]): {
  demo: boolean;
  role: (typeof roles)[number];
} {
  const options: { demo: boolean; role: (typeof roles)[number] } = { demo: false, role: 'all' };
  for (const arg of args) {
    const role = roles.find((candidate) => arg === `--role=${candidate}`);
    if (arg === '--demo') options.demo = true;
    else if (role) options.role = role;
    else
      throw new UserError(
        `Unknown option "${arg}". Options of up: --demo, --role=all, --role=api, --role=worker.`,
      );
  }
  return options;
}

function onePath(args: readonly string[], command: string): string {
  const [path, ...others] = args;
  if (path === undefined || others.length > 0)
    throw new UserError(
      `${command} requires exactly one file name, for example: ./cloudberth ${command} ${command === 'verify-log' ? 'log.jsonl' : 'cloudberth.tar'}`,
    );
  return path;
}
