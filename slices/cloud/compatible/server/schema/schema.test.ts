import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../../contract/endpoint.ts';
import { compatibleEndpoints } from '../../contract.ts';
import { publishedCommands, publishedOptions } from '../testing/publishedSchema.ts';
import { cliSchema } from './schema.ts';

interface Field {
  name: string;
  flag?: string;
  array?: boolean;
  hide?: boolean;
  fromFile?: boolean;
  wait?: string;
  waitError?: string;
  waitPrintField?: string;
}
interface SchemaCommand {
  use: string;
  short: string;
  wait?: boolean;
  aliases?: string[];
  interactive?: boolean;
  flags: {
    name: string;
    usage: string;
    array?: boolean;
    bool?: boolean;
    default?: string;
    required?: boolean;
  }[];
  run: {
    cmd: string;
    path: string;
    method: string;
    serverMethod?: string;
    SimpleJsonServerResponse?: boolean;
    fields: Field[];
    lists?: { name: string; fields: { name: string }[] }[];
  };
  cliPreRunHooks?: { type: string; oneOf: string[] }[];
}

const schema = cliSchema(new Date('2030-01-02T03:04:05Z'));
const commands = (schema.commands as { use: string; commands: SchemaCommand[] }[]).flatMap(
  (group) =>
    group.commands.map((command): [string, SchemaCommand] => [
      `${group.use} ${command.use}`,
      command,
    ]),
);
const command = (name: string) => commands.find(([found]) => found === name)?.[1] as SchemaCommand;
const endpoints = Object.values(compatibleEndpoints as Record<string, Endpoint>);

describe('the schema of the published command line', () => {
  it('includes its version and date, so that clients detect an outdated one', () => {
    expect(schema).toMatchObject({
      schema_version: [1, 2, 2],
      schema_generated_at: '2030-01-02T03:04:05.000Z',
    });
  });

  it('has the same commands as the published command line', () => {
    expect(commands.map(([name]) => name).sort()).toEqual(
      [
        ...[
          'list',
          'options',
          'create',
          'clone',
          'info',
          'attach',
          'sshkey',
          'poweron',
          'poweroff',
          'reboot',
          'suspend',
          'resume',
        ],
        ...[
          'terminate',
          'passwordreset',
          'rename',
          'description',
          'tags',
          'configure',
          'disk',
          'network',
          'snapshot',
          'hdlib',
        ],
        ...['history', 'reports', 'statistics'],
      ]
        .map((use) => `server ${use}`)
        .concat(
          [
            'list',
            'create',
            'delete',
            'subnet_list',
            'subnet_create',
            'subnet_edit',
            'subnet_delete',
          ].map((use) => `network ${use}`),
        )
        .concat(['queue list', 'queue detail'])
        .sort(),
    );
  });

  it.each(commands)('%s calls an existing path with accepted fields', (_name, { run, flags }) => {
    const endpoint = endpoints.find(
      ({ also, method }) => also === run.path && method === (run.cmd === 'post' ? 'POST' : 'GET'),
    );
    const { shape = {} } = (endpoint?.body ?? endpoint?.query ?? {}) as {
      shape?: Record<string, unknown>;
    };
    expect(endpoint).toBeDefined();
    for (const { flag, name } of run.fields) if (flag) expect(Object.keys(shape)).toContain(name);
    for (const { usage } of flags) expect(usage).not.toBe('');
    const names = flags.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(Object.entries(publishedCommands))(
    '%s has all flags, aliases and columns of the published one',
    (name, published) => {
      const portalCommand = command(name);
      expect(portalCommand.flags.map((flag) => flag.name)).toEqual(
        expect.arrayContaining(published.flags),
      );
      expect(portalCommand.aliases ?? []).toEqual(expect.arrayContaining(published.aliases ?? []));
      const visibleFields = portalCommand.run.fields
        .filter(({ hide }) => !hide)
        .map((field) => field.name);
      expect(visibleFields).toEqual(expect.arrayContaining(published.columns ?? []));
      expect(
        portalCommand.run.fields.filter(({ fromFile }) => fromFile).map((field) => field.name),
      ).toEqual(published.files ?? []);
    },
  );

  it('has all option lists of the published one', () => {
    const lists = command('server options').run.lists ?? [];
    for (const [name, fields] of Object.entries(publishedOptions))
      expect(lists.find((list) => list.name === name)?.fields.map((field) => field.name)).toEqual(
        expect.arrayContaining(fields),
      );
  });

  it('prompts for a new server step by step, from the options and with checks', () => {
    const create = command('server create');
    expect(create).toMatchObject({ interactive: true, 'dont-sort-flags': true });
    const hints = Object.fromEntries(create.flags.map(({ name, ...flag }) => [name, flag]));
    expect(create.flags.slice(0, 4).map(({ name }) => name)).toEqual([
      'interactive',
      'name',
      'datacenter',
      'image',
    ]);
    for (const option of ['datacenter', 'image', 'cpu', 'ram', 'disk', 'network'])
      expect(hints[option]).toMatchObject({ 'selectfrom-serveroption': option });
    expect(hints).toMatchObject({
      monthlypackage: { 'selectfrom-serveroption': 'traffic' },
      name: { 'validate-regex': '[a-zA-Z0-9()_.-]{4,63}', 'long-name': 'server name' },
      password: { 'validate-password': true },
      managed: { 'validate-boolean': true },
      quantity: { 'validate-integer-min': 1, 'validate-integer-max': 10 },
      billingcycle: { 'validate-values': ['hourly', 'monthly'] },
    });
  });

  it('never sends the client’s sign-in password and key to a server', () => {
    for (const name of ['server attach', 'server sshkey'])
      expect(command(name).run.fields.map((field) => field.name)).toEqual(['id', 'name']);
  });

  it('waits for a command to finish, prints its log and recognizes failure', () => {
    const { flags, run } = command('queue detail');
    expect(flags).toContainEqual(
      expect.objectContaining({ name: 'id', required: true, array: true }),
    );
    expect(run).toMatchObject({ cmd: 'getList', path: '/service/queue' });
    expect(run.fields).toContainEqual({
      name: 'status',
      wait: 'complete',
      waitError: 'error',
      waitPrintField: 'log',
    });
    expect(command('server poweroff')).toMatchObject({
      wait: true,
      flags: expect.arrayContaining([expect.objectContaining({ name: 'wait', bool: true })]),
    });
  });

  it('applies the documented defaults to new servers', () => {
    const defaults = Object.fromEntries(
      command('server create').flags.flatMap((flag) =>
        flag.default ? [[flag.name, flag.default]] : [],
      ),
    );
    expect(defaults).toMatchObject({
      cpu: '1B',
      ram: '1024',
      disk: 'id=0,size=20',
      network: 'id=0,name=wan,ip=auto',
      quantity: '1',
    });
    expect(command('server create').run.method).toBe('createServer');
  });

  it('hides input-only fields, and shows returned ones', () => {
    const { run, cliPreRunHooks } = command('server disk');
    expect(cliPreRunHooks).toEqual([{ type: 'requireOneOf', oneOf: ['id', 'name'] }]);
    expect(run).toMatchObject({ cmd: 'post', serverMethod: 'GET', path: '/server/disk' });
    expect(run.fields).toContainEqual({ name: 'add', flag: 'add', hide: true });
    expect(run.fields).toContainEqual({ name: 'size', flag: 'size' });
    expect(command('server attach').run.method).toBe('sshServer');
    expect(command('network create').run).toMatchObject({ SimpleJsonServerResponse: true });
    expect(command('server options').run).toMatchObject({
      cmd: 'getListOfLists',
      lists: expect.arrayContaining([expect.objectContaining({ key: 'diskImages' })]),
    });
  });
});
