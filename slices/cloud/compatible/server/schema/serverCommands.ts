import type { Command } from './command.ts';
import { createServer, serverFiles } from './createServer.ts';
import { optionLists } from './optionLists.ts';

const idOrName = ['id', 'name'] as const;
const changes = { oneOf: idOrName, wait: true } as const;

export const serverCommands: readonly Command[] = [
  {
    use: 'list',
    short: 'List servers',
    operation: 'cliListServers',
    columns: ['id', 'name', 'datacenter', 'power'],
  },
  {
    ...{
      use: 'options',
      short: 'List what servers can be made of',
      operation: 'cliReadOptions',
      cacheFile: 'cloudcli-server-options.json',
    },
    lists: optionLists,
  },
  createServer,
  {
    ...{
      use: 'clone',
      short: 'Create a copy of a server that is off',
      operation: 'cliCloneServer',
      wait: true,
    },
    ...{ oneOf: ['source-id', 'source-name'], required: ['name'], files: serverFiles },
    arrays: ['disk', 'network', 'tag'],
  },
  {
    ...{ use: 'info', short: 'Show servers', operation: 'cliReadServers', oneOf: idOrName },
    columns: [
      'id',
      'name',
      'datacenter',
      'power',
      'cpu',
      'ram',
      'diskSizes',
      'networks',
      'billing',
      'traffic',
      'managed',
      'backup',
      'priceMonthlyOn',
      'priceHourlyOn',
      'priceHourlyOff',
    ],
  },
  {
    ...{
      use: 'attach',
      aliases: ['connect', 'ssh'],
      short: 'Connect to a server by SSH',
      operation: 'cliReadSsh',
    },
    ...{ oneOf: idOrName, method: 'sshServer' },
    own: [
      { name: 'password', usage: 'The server SSH password' },
      { name: 'key', usage: 'Path to a private key file to sign in with' },
    ],
  },
  {
    ...{
      use: 'sshkey',
      short: 'Put a public key into a server by SSH',
      operation: 'cliReadSshForKey',
    },
    ...{ oneOf: idOrName, method: 'sshServerKey' },
    own: [
      { name: 'password', usage: 'The server SSH password', required: true },
      { name: 'public-key', usage: 'Path to the public key file', required: true },
    ],
  },
  { use: 'poweron', short: 'Start servers', operation: 'cliPowerOn', ...changes },
  { use: 'poweroff', short: 'Stop servers', operation: 'cliPowerOff', ...changes },
  { use: 'reboot', short: 'Restart servers', operation: 'cliReboot', ...changes },
  { use: 'suspend', short: 'Suspend servers', operation: 'cliSuspend', ...changes },
  { use: 'resume', short: 'End the suspension of servers', operation: 'cliResume', ...changes },
  {
    use: 'terminate',
    short: 'Terminate servers',
    operation: 'cliTerminate',
    bools: ['force', 'dryrun'],
    ...changes,
  },
  {
    use: 'passwordreset',
    short: 'Set the password of a server',
    operation: 'cliSetPassword',
    required: ['password'],
    ...changes,
  },
  {
    use: 'rename',
    short: 'Give a server another name',
    operation: 'cliRename',
    required: ['new-name'],
    ...changes,
  },
  {
    ...{
      use: 'description',
      short: 'Show or set the description of a server',
      operation: 'cliDescription',
      oneOf: idOrName,
    },
    columns: ['name', 'description'],
  },
  {
    use: 'tags',
    short: 'List or change the tags of a server',
    operation: 'cliTags',
    oneOf: idOrName,
    columns: ['tagName'],
  },
  {
    use: 'configure',
    short: 'Change the configuration of a server',
    operation: 'cliConfigure',
    ...changes,
  },
  {
    use: 'disk',
    short: 'List or change the disks of a server',
    operation: 'cliDisk',
    columns: ['id', 'size'],
    ...changes,
  },
  {
    ...{
      use: 'network',
      short: 'List or change the network cards of a server',
      operation: 'cliNetworkCards',
    },
    ...{ columns: ['network', 'ips', 'connected', 'mac'], ...changes },
  },
  {
    ...{
      use: 'snapshot',
      short: 'List or change the snapshots of a server',
      operation: 'cliSnapshot',
    },
    ...{ columns: ['id', 'name', 'date', 'depth', 'active'], ...changes },
  },
  {
    ...{
      use: 'hdlib',
      short: 'List the disks of a server, or copy one into the library',
      operation: 'cliLibraryDisks',
    },
    ...{ columns: ['uuid', 'sizeGB'], ...changes },
  },
  {
    ...{
      use: 'history',
      short: 'Show what happened to a server',
      operation: 'cliHistory',
      oneOf: idOrName,
    },
    columns: ['date', 'user', 'action'],
  },
  {
    ...{
      use: 'reports',
      short: 'Show the load of a server by months',
      operation: 'cliReport',
      oneOf: idOrName,
    },
    columns: [
      ...[
        'year',
        'month',
        'cpu',
        'ram',
        'disk',
        'diskTraffic',
        'wanRcTraffic',
        'wanTrTraffic',
        'wanRcPer',
        'wanTrPer',
      ],
      ...['lanRcTraffic', 'lanTrTraffic', 'lanRcPer', 'lanTrPer'],
    ],
  },
  {
    ...{
      use: 'statistics',
      short: 'Show the load of a server over time',
      operation: 'cliStatistics',
      oneOf: idOrName,
    },
    ...{ isStatistics: true, columns: ['date', 'metric', 'value'] },
    bools: ['all', 'cpu', 'ram', 'network', 'disksIops', 'disksTransfer'],
  },
];
