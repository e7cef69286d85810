import type { Command, Hint } from './command.ts';

/** Flags of a new server whose value is a file path. */
export const serverFiles = ['ssh-key', 'script-file', 'userdata-file'] as const;

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

/** The command that creates servers, with what `--interactive` prompts for. */
export const createServer: Command = {
  ...{
    use: 'create',
    short: 'Create servers',
    operation: 'cliCreateServer',
    wait: true,
    method: 'createServer',
  },
  required: ['name', 'datacenter', 'image'],
  arrays: ['disk', 'network', 'tag'],
  ...{ files: serverFiles, hints: createHints },
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
};
