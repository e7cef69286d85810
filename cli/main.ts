import { contract } from '../contract/index.ts';
import { version } from '../server/platform/version.ts';
import { commandTable } from '../slices/operations/docs/server/commandTable.ts';
import { start } from './start.ts';

/**
 * Runs the command line from the source tree: `node cli/main.ts servers list`. Users download it as
 * a single file from the portal.
 */
await start({ name: 'cloud', url: '', version, commands: commandTable(contract) });
