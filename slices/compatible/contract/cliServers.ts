import * as z from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import type { Texts } from '../../../contract/languages.ts';
import {
  chosen,
  commandIds,
  diskImage,
  given,
  givenAsTyped,
  historyLine,
  libraryDisk,
  networkCard,
  pricedServerInfo,
  series,
  serverLine,
  snapshotLine,
  usage,
} from './parts.ts';

const both = { speaks: 'cli' } as const;
/** Each change is recorded as the operation it consists of. */
const change = { ...both, changes: true, unrecorded: true } as const;

const configuration = {
  name: given().describe('Server name: 4 to 63 of a-zA-Z0-9()_-.'),
  password: givenAsTyped(128).describe('Server password, or __generate__; not needed with ssh-key'),
  passwordValidate: givenAsTyped(128),
  'ssh-key': given(20_000, { multiline: true }).describe('Path to a public SSH key file'),
  datacenter: given(60).describe('Server datacenter, see the server options command'),
  image: given(300).describe('Image name or image id, see the server options command'),
  cpu: given(20).describe('CPU count and type, e.g. 2B'),
  ram: given(20).describe('Memory in MB'),
  disk: given(1000).describe('Disk as size=GB; the first is the one it starts from'),
  dailybackup: given(10).describe('Daily backup: yes or no'),
  managed: given(10).describe('Managed service: yes or no'),
  network: given(2000).describe(
    'Network as name=NAME,ip=IP: wan or the full name of a network, and an address or auto',
  ),
  quantity: given(10).describe('How many servers to create'),
  billingcycle: given(20).describe('Billing cycle: hourly or monthly'),
  billingCycle: given(20),
  monthlypackage: given(40).describe('Traffic package of the monthly billing cycle'),
  poweronaftercreate: given(10).describe('Power on after it was created: yes or no'),
  'script-file': given(60_000, { multiline: true }).describe(
    'Path to a script file that runs at the first start',
  ),
  'userdata-file': given(60_000, { multiline: true }).describe(
    'Path to a user data file: cloud-config or a script',
  ),
  tag: given(1000).describe('Server tag'),
};

/** The same as the console host's own clients write it. */
const consoleFields = {
  billing: given(20),
  power: given(10),
  backup: given(10),
  traffic: given(40),
  selectedSSHKeyValue: given(20_000, { multiline: true }),
  ...{
    disk_size_0: given(20),
    disk_size_1: given(20),
    disk_size_2: given(20),
    disk_size_3: given(20),
  },
  ...{
    disk_src_0: given(300),
    disk_src_1: given(300),
    disk_src_2: given(300),
    disk_src_3: given(300),
  },
  ...{
    network_name_0: given(100),
    network_name_1: given(100),
    network_name_2: given(100),
    network_name_3: given(100),
  },
  ...{
    network_ip_0: given(45),
    network_ip_1: given(45),
    network_ip_2: given(45),
    network_ip_3: given(45),
  },
};

const ids = z.object(chosen);

/** Power commands differ in nothing but what they do. */
const power = <const P extends `/service/server/${string}`>(
  path: P,
  summary: string,
  title: Texts,
) =>
  endpoint({
    title,
    ...{ method: 'POST', path, also: path, summary, access: 'servers.operate' },
    ...change,
    forBoundKeys: true,
    body: ids,
    answer: commandIds,
    errors: ['compatibleServersUnknown', 'serverWrongState', 'serverBusy'],
  });

export const cliServerEndpoints = {
  cliListServers: endpoint({
    title: { en: 'List servers (compatible API)', he: 'צפייה בשרתים (ממשק תואם)' },
    ...{
      method: 'GET',
      path: '/service/servers',
      also: '/service/servers',
      access: 'servers.view',
      changes: false,
    },
    ...both,
    summary: 'Compatible API: list the account’s servers.',
    forBoundKeys: true,
    answer: z.array(serverLine),
  }),
  cliReadServers: endpoint({
    title: { en: 'Show server details (compatible API)', he: 'צפייה בפרטי שרתים (ממשק תואם)' },
    ...{
      method: 'POST',
      path: '/service/server/info',
      also: '/service/server/info',
      access: 'servers.view',
      changes: false,
    },
    ...both,
    summary: 'Compatible API: get servers with configuration and price.',
    forBoundKeys: true,
    body: z.object({ ...chosen, 'allow-no-servers': given(10) }),
    answer: z.array(pricedServerInfo),
    errors: ['compatibleServersUnknown'],
  }),
  cliReadOptions: endpoint({
    title: { en: 'List server options (compatible API)', he: 'צפייה באפשרויות לשרתים (ממשק תואם)' },
    ...{
      method: 'GET',
      path: '/service/server',
      also: '/service/server',
      access: 'servers.create',
      changes: false,
    },
    ...both,
    summary: 'Compatible API: get server options.',
    query: z.object({
      datacenter: given(60),
      capabilities: given(10),
      sizes: given(10),
      images: given(10),
    }),
    answer: z.union([
      z.strictObject({
        billing: z.array(z.string()),
        cpu: z.array(z.string()),
        datacenters: z.record(z.string(), z.string()),
        disk: z.array(z.int()),
        diskImages: z.record(z.string(), z.array(diskImage)),
        networks: z.record(
          z.string(),
          z.array(
            z.strictObject({ name: z.string(), ips: z.union([z.string(), z.array(z.string())]) }),
          ),
        ),
        ram: z.record(z.string(), z.array(z.int())),
        traffic: z.record(
          z.string(),
          z.array(z.strictObject({ id: z.string(), info: z.string() })),
        ),
      }),
      z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          category: z.string(),
          subCategory: z.string(),
        }),
      ),
      z.strictObject({
        diskSizeGB: z.array(z.int()),
        monthlyTrafficPackage: z.record(z.string(), z.string()),
        defaultMonthlyTrafficPackage: z.string(),
        cpuTypes: z.array(
          z.strictObject({
            ...{ id: z.string(), name: z.string(), description: z.string() },
            ...{ cpuCores: z.array(z.int()), ramMB: z.array(z.int()) },
          }),
        ),
      }),
      z.array(
        z.strictObject({
          ...{ id: z.string(), ramMB: z.int(), cpuCores: z.int(), cpuType: z.string() },
          ...{ diskSizeGB: z.int(), monthlyTrafficPackage: z.string() },
        }),
      ),
      z.array(
        z.strictObject({
          ...{
            datacenter: z.string(),
            os: z.string(),
            id: z.string(),
            name: z.string(),
            code: z.string(),
            osDiskSizeGB: z.int(),
          },
          ramMBMin: z.record(z.string(), z.int()),
        }),
      ),
    ]),
    errors: ['compatibleDatacenterUnknown'],
  }),
  cliCreateServer: endpoint({
    title: { en: 'Create servers (compatible API)', he: 'יצירת שרתים (ממשק תואם)' },
    ...{
      method: 'POST',
      path: '/service/server',
      also: '/service/server',
      access: 'servers.create',
    },
    ...change,
    summary: 'Compatible API: create servers.',
    body: z.object({ ...configuration, ...consoleFields }),
    answer: z.union([
      commandIds,
      z.array(z.int()),
      z.strictObject({ commandIds, password: z.string() }),
    ]),
    errors: [
      'compatibleFlagMissing',
      'compatibleFlagWrong',
      'compatibleImageUnknown',
      'compatibleImageElsewhere',
      'serverNameTaken',
    ],
  }),
  cliCloneServer: endpoint({
    title: { en: 'Clone a server (compatible API)', he: 'העתקת שרת (ממשק תואם)' },
    ...{
      method: 'POST',
      path: '/service/cloneServer',
      also: '/service/cloneServer',
      access: 'servers.create',
    },
    ...change,
    summary: 'Compatible API: clone a stopped server.',
    body: z.object({
      'source-id': given().describe('Source server ID to clone'),
      'source-name': given(500).describe(
        'Source server name or regular expression that matches one server to clone',
      ),
      ...{
        ...configuration,
        'source-server-id': given(),
        'source-server-name': given(),
        id: given(),
      },
    }),
    answer: z.union([commandIds, z.strictObject({ commandIds, password: z.string() })]),
    errors: [
      'compatibleFlagMissing',
      'compatibleFlagWrong',
      'compatibleServersUnknown',
      'serverNameTaken',
      'serverMustBeOff',
    ],
  }),
  cliPowerOn: power('/service/server/poweron', 'Compatible API: start servers.', {
    en: 'Start servers (compatible API)',
    he: 'הפעלת שרתים (ממשק תואם)',
  }),
  cliPowerOff: power('/service/server/poweroff', 'Compatible API: stop servers.', {
    en: 'Stop servers (compatible API)',
    he: 'כיבוי שרתים (ממשק תואם)',
  }),
  cliReboot: power('/service/server/reboot', 'Compatible API: restart servers.', {
    en: 'Restart servers (compatible API)',
    he: 'הפעלה מחדש של שרתים (ממשק תואם)',
  }),
  cliSuspend: power('/service/server/suspend', 'Compatible API: suspend servers.', {
    en: 'Suspend servers (compatible API)',
    he: 'השהיית שרתים (ממשק תואם)',
  }),
  cliResume: power('/service/server/resume', 'Compatible API: resume servers.', {
    en: 'Resume servers (compatible API)',
    he: 'המשך שרתים מושהים (ממשק תואם)',
  }),
  cliTerminate: endpoint({
    title: { en: 'Terminate servers (compatible API)', he: 'ביטול שרתים (ממשק תואם)' },
    ...{
      method: 'POST',
      path: '/service/server/terminate',
      also: '/service/server/terminate',
      access: 'servers.terminate',
    },
    ...change,
    summary: 'Compatible API: terminate servers.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      force: given(10).describe('Terminate it even if it is powered on'),
      dryrun: given(10).describe('Only say which servers would be terminated'),
    }),
    answer: z.union([
      commandIds,
      z.strictObject({ dryrun: z.literal(true), 'server-names': z.array(z.string()) }),
    ]),
    errors: ['compatibleServersUnknown', 'compatibleServerOn', 'serverLocked', 'serverBusy'],
  }),
  cliSetPassword: endpoint({
    title: { en: 'Set a server’s password (compatible API)', he: 'קביעת סיסמת שרת (ממשק תואם)' },
    ...{
      method: 'POST',
      path: '/service/server/password',
      also: '/service/server/password',
      access: 'servers.configure',
    },
    ...change,
    summary: 'Compatible API: set server passwords.',
    forBoundKeys: true,
    body: z.object({ ...chosen, password: givenAsTyped(128).describe('New server password') }),
    answer: commandIds,
    errors: ['compatibleServersUnknown', 'compatibleFlagMissing', 'serverBusy'],
  }),
  cliRename: endpoint({
    title: { en: 'Rename a server (compatible API)', he: 'שינוי שם של שרת (ממשק תואם)' },
    ...{
      method: 'POST',
      path: '/service/server/rename',
      also: '/service/server/rename',
      access: 'servers.configure',
    },
    ...change,
    summary: 'Compatible API: rename a server.',
    forBoundKeys: true,
    body: z.object({ ...chosen, 'new-name': given().describe('New server name') }),
    answer: commandIds,
    errors: [
      'compatibleServersUnknown',
      'compatibleServersMany',
      'compatibleFlagMissing',
      'serverNameTaken',
    ],
  }),
  cliReadSsh: endpoint({
    title: {
      en: 'Show a server’s SSH address (compatible API)',
      he: 'צפייה בכתובת הכניסה לשרת (ממשק תואם)',
    },
    ...{
      method: 'POST',
      path: '/service/server/ssh',
      also: '/service/server/ssh',
      access: 'servers.view',
      changes: false,
    },
    ...both,
    summary: 'Compatible API: get a server’s SSH address.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      password: givenAsTyped(128),
      key: given(20_000, { multiline: true }),
    }),
    answer: z.array(z.strictObject({ id: z.string(), name: z.string(), externalIp: z.string() })),
    errors: ['compatibleServersUnknown', 'compatibleServersMany'],
  }),
  cliReadSshForKey: endpoint({
    title: {
      en: 'Show the SSH address for a public key (compatible API)',
      he: 'צפייה בכתובת להוספת מפתח (ממשק תואם)',
    },
    ...{
      method: 'POST',
      path: '/service/server/sshkey',
      also: '/service/server/sshkey',
      access: 'servers.view',
      changes: false,
    },
    ...both,
    summary: 'Compatible API: get a server’s SSH address to add a public key.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      password: givenAsTyped(128),
      'public-key': given(20_000, { multiline: true }),
    }),
    answer: z.array(z.strictObject({ id: z.string(), name: z.string(), externalIp: z.string() })),
    errors: ['compatibleServersUnknown', 'compatibleServersMany'],
  }),
  cliConfigure: endpoint({
    title: { en: 'Configure a server (compatible API)', he: 'שינוי תצורה של שרת (ממשק תואם)' },
    ...{
      method: 'POST',
      path: '/server/configure',
      also: '/server/configure',
      access: 'servers.configure',
    },
    ...change,
    summary: 'Compatible API: update one setting of a server.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      cpu: given(20).describe('CPU count and type, e.g. 2B'),
      ram: given(20).describe('Memory in MB'),
      dailybackup: given(10).describe('Daily backup: yes or no'),
      managed: given(10).describe('Managed service: yes or no'),
      billingcycle: given(20).describe('Billing cycle: hourly or monthly'),
      billingCycle: given(20),
      monthlypackage: given(40).describe('Traffic package of the monthly billing cycle'),
    }),
    answer: commandIds,
    errors: [
      'compatibleFlagNone',
      'compatibleFlagsMany',
      'compatibleIdOrName',
      'compatibleNameUnknown',
      'compatibleNameMany',
    ],
  }),
  cliDisk: endpoint({
    title: { en: 'Manage a server’s disks (compatible API)', he: 'דיסקים של שרת (ממשק תואם)' },
    ...{ method: 'POST', path: '/server/disk', also: '/server/disk', access: 'servers.view' },
    ...change,
    summary: 'Compatible API: list, add, remove, or grow a server’s disks.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      add: given(20).describe('Size of a new disk, e.g. 20gb'),
      remove: given(10).describe('Id of the disk to remove'),
      resize: given(10).describe('Id of the disk to resize; needs size too'),
      size: given(20).describe('New size of the disk, e.g. 30gb'),
    }),
    answer: z.union([
      z.int(),
      commandIds,
      z.array(z.strictObject({ id: z.int(), size: z.string() })),
    ]),
    errors: [
      'compatibleServersUnknown',
      'compatibleServersMany',
      'compatibleFlagWrong',
      'compatibleSnapshotsKept',
    ],
  }),
  cliSnapshot: endpoint({
    title: {
      en: 'Manage a server’s snapshots (compatible API)',
      he: 'תמונות מצב של שרת (ממשק תואם)',
    },
    ...{
      method: 'POST',
      path: '/server/snapshot',
      also: '/server/snapshot',
      access: 'servers.view',
    },
    ...change,
    summary: 'Compatible API: list, create, delete, or restore a server’s snapshots.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      create: given(100).describe('Name of a snapshot to take'),
      delete: given().describe('Id of a snapshot to delete'),
      revert: given().describe('Id of a snapshot to revert to'),
    }),
    answer: z.union([z.int(), z.array(snapshotLine.extend({ child: z.array(z.never()) }))]),
    errors: ['compatibleServersUnknown', 'compatibleServersMany', 'compatibleFlagWrong'],
  }),
  cliNetworkCards: endpoint({
    title: {
      en: 'Manage a server’s network interfaces (compatible API)',
      he: 'ממשקי רשת של שרת (ממשק תואם)',
    },
    ...{ method: 'POST', path: '/server/network', also: '/server/network', access: 'servers.view' },
    ...change,
    summary: 'Compatible API: list, add, connect, or disconnect a server’s network interfaces.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      add: given(100).describe('wan, or the name of a network to add'),
      ip: given(45).describe('Address in it, or auto'),
      subnet: given(45).describe('First address of a new network, when there is none of that name'),
      bits: given(3).describe('Length of the prefix of a new network'),
      connect: given(20).describe('MAC address of the card to connect'),
      disconnect: given(20).describe('MAC address of the card to disconnect'),
    }),
    answer: z.union([z.int(), z.array(networkCard)]),
    errors: [
      'compatibleServersUnknown',
      'compatibleServersMany',
      'compatibleFlagWrong',
      'compatibleNetworkUnknown',
    ],
  }),
  cliTags: endpoint({
    title: { en: 'Manage a server’s tags (compatible API)', he: 'תגיות של שרת (ממשק תואם)' },
    ...{ method: 'POST', path: '/server/tags', also: '/server/tags', access: 'servers.view' },
    ...change,
    summary: 'Compatible API: list, add, or remove a server’s tags.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      add: given(40).describe('Tag to add'),
      remove: given(40).describe('Tag to remove'),
    }),
    answer: z.array(z.strictObject({ id: z.string(), tagName: z.string() })),
    errors: ['compatibleServersUnknown', 'compatibleServersMany'],
  }),
  cliDescription: endpoint({
    title: { en: 'Set a server’s description (compatible API)', he: 'תיאור של שרת (ממשק תואם)' },
    ...{
      method: 'POST',
      path: '/server/description',
      also: '/server/description',
      access: 'servers.view',
    },
    ...change,
    summary: 'Compatible API: get or update a server’s description.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      set: given(20_000, { multiline: true }).describe('New description'),
    }),
    answer: z.array(z.strictObject({ id: z.string(), name: z.string(), description: z.string() })),
    errors: ['compatibleServersUnknown', 'compatibleServersMany'],
  }),
  cliLibraryDisks: endpoint({
    title: {
      en: 'Create an image from a disk (compatible API)',
      he: 'יצירת תמונה מדיסק (ממשק תואם)',
    },
    ...{ method: 'POST', path: '/server/hdlib', also: '/server/hdlib', access: 'servers.view' },
    ...change,
    summary: 'Compatible API: list a server’s disks, or copy one to the image library.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      clone: given().describe('UUID of the disk to copy'),
      'image-name': given(100).describe('Name of the new image'),
    }),
    answer: z.union([z.int(), z.array(libraryDisk)]),
    errors: ['compatibleServersUnknown', 'compatibleServersMany', 'compatibleFlagMissing'],
  }),
  cliHistory: endpoint({
    title: {
      en: 'Show a server’s history (compatible API)',
      he: 'צפייה בהיסטוריה של שרת (ממשק תואם)',
    },
    ...{
      method: 'POST',
      path: '/server/history',
      also: '/server/history',
      access: 'servers.view',
      changes: false,
    },
    ...both,
    summary: 'Compatible API: get a server’s history.',
    forBoundKeys: true,
    body: ids,
    answer: z.array(historyLine),
    errors: ['compatibleServersUnknown', 'compatibleServersMany'],
  }),
  cliReport: endpoint({
    title: {
      en: 'Show a server’s monthly reports (compatible API)',
      he: 'צפייה בדוחות החודשיים של שרת (ממשק תואם)',
    },
    ...{
      method: 'POST',
      path: '/server/report',
      also: '/server/report',
      access: 'servers.view',
      changes: false,
    },
    ...both,
    summary: 'Compatible API: get a server’s monthly load.',
    forBoundKeys: true,
    body: ids,
    answer: z.array(z.strictObject({ year: z.int(), month: z.int(), ...usage })),
    errors: ['compatibleServersUnknown', 'compatibleServersMany'],
  }),
  cliStatistics: endpoint({
    title: {
      en: 'Show a server’s statistics (compatible API)',
      he: 'צפייה בעומס של שרת (ממשק תואם)',
    },
    ...{
      method: 'POST',
      path: '/server/statistics',
      also: '/server/statistics',
      access: 'servers.view',
      changes: false,
    },
    ...both,
    summary: 'Compatible API: get a server’s statistics.',
    forBoundKeys: true,
    body: z.object({
      ...chosen,
      all: given(10).describe('All metrics'),
      cpu: given(10).describe('CPU'),
      ram: given(10).describe('Memory'),
      network: given(10).describe('Network'),
      disksIops: given(10).describe('Operations of disks'),
      disksTransfer: given(10).describe('Transfer of disks'),
      startdate: given(40).describe('From this day (yyyymmdd)'),
      enddate: given(40).describe('To this day (yyyymmdd)'),
      period: given(10).describe('Or so far back: 1h, 8h, 1d, 1w, 1m, 3m'),
    }),
    answer: z.array(z.array(series)),
    errors: [
      'compatibleMetricNone',
      'compatiblePeriodNone',
      'compatibleServersUnknown',
      'compatibleServersMany',
    ],
  }),
};
