import type { Command } from './command.ts';

export const queueCommands: readonly Command[] = [
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
