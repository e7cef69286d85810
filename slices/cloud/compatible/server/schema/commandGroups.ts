import type { Command } from './command.ts';
import { networkCommands } from './networkCommands.ts';
import { queueCommands } from './queueCommands.ts';
import { serverCommands } from './serverCommands.ts';

/**
 * The command tree of the published command line. Its commands for Kubernetes clusters are not
 * supported by this portal.
 */
export const groups: readonly { use: string; short: string; commands: readonly Command[] }[] = [
  { use: 'server', short: 'Servers', commands: serverCommands },
  { use: 'network', short: 'Private networks', commands: networkCommands },
  { use: 'queue', short: 'Commands that are being done', commands: queueCommands },
];
