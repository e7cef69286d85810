import { commands, helpText } from './commands.ts';
import { print, printStatus, UserError } from './output.ts';

/**
 * Runs the requested command. Everything that a command imports is loaded only after the npm
 * packages are installed.
 */
async function main([name = 'help', ...args]: string[]): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') {
    print(helpText());
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command)
    throw new UserError(
      `There is no command "${name}". Commands: ${commands.map((candidate) => candidate.name).join(', ')}.`,
    );
  return command.run(args);
}

// The reader of the output can close it early: `texts --deck | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
// Files written by this command and the programs it starts aren't readable by other users.
process.umask(0o077);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isExpected =
    error instanceof UserError ||
    (error instanceof Error && process.env.CLOUDBERTH_LOG_LEVEL !== 'debug');
  printStatus(isExpected ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
