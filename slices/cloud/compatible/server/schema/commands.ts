import type { compatibleEndpoints } from '../../contract.ts';

/** How the command line shows a field of the response. Plain text is the field's name. */
export type Column =
  | string
  | {
      name: string;
      number?: true;
      long?: true;
      wait?: string;
      waitError?: string;
      waitPrintField?: string;
    };

/** A part of the options, and how its lines are read from the response. */
export interface OptionList {
  name: string;
  key: string;
  type: 'map' | 'list' | 'mapOfLists';
  fields: {
    name: string;
    from: string;
    long?: true;
    parsers?: { parser: string; split_string?: string; only_for_humans?: true }[];
  }[];
}

/**
 * A command of the published command line. Its flags are the described fields of the operation's
 * body or query. This interface contains what the contract doesn't.
 */
export interface Command {
  use: string;
  short: string;
  operation: keyof typeof compatibleEndpoints;
  aliases?: readonly string[];
  /** At least one of these flags is required on the command line. */
  oneOf?: readonly string[];
  /** The response consists of one or more command numbers that the client can wait for. */
  wait?: true;
  required?: readonly string[];
  /** Flags that can be given several times. */
  arrays?: readonly string[];
  bools?: readonly string[];
  defaults?: Readonly<Record<string, string>>;
  /** Columns of the response. Without columns, the response is a command number. */
  columns?: readonly Column[];
  lists?: readonly OptionList[];
  format?: 'yaml';
  cacheFile?: string;
  /** The response is an object of text values. */
  isSimple?: true;
  isStatistics?: true;
  /** The name of an action that the client itself performs: opening SSH. */
  method?: string;
  /** Flags that only the client uses and doesn't send. */
  own?: readonly OwnFlag[];
  /** Flags whose value is a file path. The content of the file is sent. */
  files?: readonly string[];
  /** Flags that `--interactive` prompts for, in this order. */
  asks?: readonly string[];
  /** How the answers to those prompts are selected and validated. */
  hints?: Readonly<Record<string, Hint>>;
}

export interface OwnFlag {
  name: string;
  usage: string;
  bool?: true;
  required?: true;
}

/** In the terms of the schema. */
export interface Hint {
  'long-name'?: string;
  'selectfrom-serveroption'?:
    | 'datacenter'
    | 'image'
    | 'cpu'
    | 'ram'
    | 'disk'
    | 'network'
    | 'traffic';
  'validate-regex'?: string;
  'validate-password'?: true;
  'validate-boolean'?: true;
  'validate-integer-min'?: number;
  'validate-integer-max'?: number;
  'validate-values'?: readonly string[];
}

const idOrName = ['id', 'name'] as const;
const changes = { oneOf: idOrName, wait: true } as const;
const files = ['ssh-key', 'script-file', 'userdata-file'] as const;

const yesOrNo = { 'validate-boolean': true } as const;
const createHints: Readonly<Record<string, Hint>> = {
  name: { 'long-name': 'server name', 'validate-regex': '[a-zA-Z0-9()_.-]{4,63}' },
  datacenter: { 'selectfrom-serveroption': 'datacenter' },
  image: { 'selectfrom-serveroption': 'image' },
  cpu: { 'selectfrom-serveroption': 'cpu' },
  ram: { 'selectfrom-serveroption': 'ram' },
  disk: { 'selectfrom-serveroption': 'disk' },
  network: { 'selectfrom-serveroption': 'network' },
  password: { 'validate-regex': '[ -~]{10,128}', 'validate-password': true },
  ...{ dailybackup: yesOrNo, managed: yesOrNo, poweronaftercreate: yesOrNo },
  quantity: { 'validate-integer-min': 1, 'validate-integer-max': 10 },
  billingcycle: { 'validate-values': ['hourly', 'monthly'] },
  monthlypackage: { 'selectfrom-serveroption': 'traffic' },
};

const server: readonly Command[] = [
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
    lists: [
      {
        ...{ name: 'datacenter', key: 'datacenters', type: 'map' },
        fields: [
          { name: 'datacenter', from: 'key' },
          {
            name: 'datacenter_description',
            from: 'value',
            parsers: [{ parser: 'split_value_remove_first', split_string: ':' }],
          },
        ],
      },
      { name: 'cpu', key: 'cpu', type: 'list', fields: [{ name: 'cpu_type', from: 'value' }] },
      {
        ...{ name: 'ram', key: 'ram', type: 'mapOfLists' },
        fields: [
          { name: 'cpu_type', from: 'key' },
          { name: 'ram_size_mb', from: 'value' },
        ],
      },
      {
        name: 'disk',
        key: 'disk',
        type: 'list',
        fields: [{ name: 'disk_size_gb', from: 'value' }],
      },
      {
        ...{ name: 'image', key: 'diskImages', type: 'mapOfLists' },
        fields: [
          { name: 'image_id', from: 'id' },
          { name: 'image_name', from: 'description' },
          { name: 'image_size_gb', from: 'sizeGB' },
          { name: 'image_usage_info', from: 'usageInfo', long: true },
          { name: 'image_guest_description', from: 'guestDescription', long: true },
          { name: 'image_text_one', from: 'freeTextOne', long: true },
          { name: 'image_text_two', from: 'freeTextTwo', long: true },
        ],
      },
      {
        ...{ name: 'traffic', key: 'traffic', type: 'mapOfLists' },
        fields: [
          { name: 'datacenter', from: 'key' },
          { name: 'traffic', from: 'id' },
          { name: 'traffic_info', from: 'info' },
        ],
      },
      {
        ...{ name: 'network', key: 'networks', type: 'mapOfLists' },
        fields: [
          { name: 'datacenter', from: 'key' },
          { name: 'network', from: 'name' },
          {
            name: 'network_ips',
            from: 'ips',
            parsers: [{ parser: 'network_ips', only_for_humans: true }],
          },
        ],
      },
      {
        name: 'billing',
        key: 'billing',
        type: 'list',
        fields: [{ name: 'billing_plan', from: 'value' }],
      },
    ],
  },
  {
    ...{
      use: 'create',
      short: 'Create servers',
      operation: 'cliCreateServer',
      wait: true,
      method: 'createServer',
    },
    required: ['name', 'datacenter', 'image'],
    arrays: ['disk', 'network', 'tag'],
    ...{ files, hints: createHints },
    own: [{ name: 'interactive', usage: 'Ask for each value', bool: true }],
    asks: [
      ...[
        'interactive',
        'name',
        'datacenter',
        'image',
        'cpu',
        'ram',
        'disk',
        'network',
        'password',
        'dailybackup',
        'managed',
      ],
      ...['quantity', 'billingcycle', 'monthlypackage', 'poweronaftercreate'],
    ],
    defaults: {
      ...{
        cpu: '1B',
        ram: '1024',
        disk: 'id=0,size=20',
        network: 'id=0,name=wan,ip=auto',
        quantity: '1',
        billingcycle: 'hourly',
      },
      ...{ dailybackup: 'no', managed: 'no', poweronaftercreate: 'yes' },
    },
  },
  {
    ...{
      use: 'clone',
      short: 'Create a copy of a server that is off',
      operation: 'cliCloneServer',
      wait: true,
    },
    ...{ oneOf: ['source-id', 'source-name'], required: ['name'], files },
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

const network: readonly Command[] = [
  {
    ...{
      use: 'list',
      short: 'List the private networks of a datacenter',
      operation: 'cliListNetworks',
      required: ['datacenter'],
    },
    columns: ['datacenter', 'ids', 'names', 'vlanId'],
  },
  {
    ...{
      use: 'create',
      short: 'Create a network with a subnet',
      operation: 'cliCreateNetwork',
      isSimple: true,
    },
    required: ['datacenter', 'name', 'subnetIp', 'subnetBit'],
  },
  {
    use: 'delete',
    short: 'Delete a network',
    operation: 'cliDeleteNetwork',
    isSimple: true,
    required: ['datacenter', 'id'],
  },
  {
    ...{
      use: 'subnet_list',
      short: 'List the subnets of a network',
      operation: 'cliListSubnets',
      required: ['datacenter', 'vlanId'],
    },
    columns: [
      ...[
        'datacenter',
        'vlanId',
        'subnetId',
        'subnetIp',
        'subnetBit',
        'subnetMask',
        'gateway',
        'dns1',
        'dns2',
      ],
      ...['subnetDescription', 'startRange', 'endRange', 'total', 'inUse'],
    ],
  },
  {
    ...{
      use: 'subnet_create',
      short: 'Add a subnet to a network',
      operation: 'cliCreateSubnet',
      isSimple: true,
    },
    required: ['datacenter', 'vlanId', 'subnetIp', 'subnetBit'],
  },
  {
    ...{
      use: 'subnet_edit',
      short: 'Change a subnet',
      operation: 'cliChangeSubnet',
      isSimple: true,
    },
    required: ['datacenter', 'vlanId', 'subnetId'],
  },
  {
    use: 'subnet_delete',
    short: 'Delete a subnet',
    operation: 'cliDeleteSubnet',
    isSimple: true,
    required: ['subnetId'],
  },
];

const queue: readonly Command[] = [
  {
    ...{ use: 'list', short: 'List the latest commands', operation: 'cliReadQueue' },
    columns: [
      ...[
        { name: 'id', number: true } as const,
        'commandInfo',
        'dtComplete',
        'dtCreate',
        'dtExecute',
      ],
      ...[
        { name: 'exitCode', number: true } as const,
        { name: 'progress', number: true } as const,
        'serviceName',
      ],
    ],
  },
  {
    ...{
      use: 'detail',
      short: 'Show commands by their numbers',
      operation: 'cliReadQueue',
      format: 'yaml',
    },
    required: ['id'],
    arrays: ['id'],
    bools: ['log'],
    columns: [
      { name: 'id', number: true },
      { name: 'status', wait: 'complete', waitError: 'error', waitPrintField: 'log' },
      ...['server', 'description', 'added', 'executed', 'completed'],
      { name: 'log', long: true },
    ],
  },
];

/**
 * The command tree of the published command line. Its commands for Kubernetes clusters are not
 * supported by this portal.
 */
export const groups: readonly { use: string; short: string; commands: readonly Command[] }[] = [
  { use: 'server', short: 'Servers', commands: server },
  { use: 'network', short: 'Private networks', commands: network },
  { use: 'queue', short: 'Commands that are being done', commands: queue },
];
