import { totalmem } from 'node:os';

/** The server's address and purpose. */
export interface ClusterSettings {
  socketFolder: string;
  throwAway: boolean;
}

const gibibyte = 1024 ** 3;

/** The text of `cloudberth.conf`, which the cluster includes. Rewritten on every start. */
export function settingsText(
  { socketFolder, throwAway }: ClusterSettings,
  memoryBytes = totalmem(),
): string {
  const settings: Record<string, string> = {
    listen_addresses: '', // No TCP: connecting requires access to the socket folder.
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: memoryBytes < 4 * gibibyte ? '128MB' : '256MB',
    effective_cache_size: `${Math.max(256, Math.floor(memoryBytes / 4 / 1024 ** 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '1GB',
    wal_compression: 'on',
    random_page_cost: '1.1', // For solid-state disks.
    jit: 'off', // Compiling costs more than our short queries take.
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(throwAway ? disposableSettings : persistentSettings),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
}

const persistentSettings = {
  fsync: 'on',
  logging_collector: 'on',
  log_directory: '../log',
  log_filename: 'postgresql-%a.log', // One file per weekday, overwritten after a week.
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_min_duration_statement: '1s',
  log_line_prefix: '%m [%p] %a ',
};

const disposableSettings = {
  max_connections: '300', // A single server for all portals that tests have open.
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  plan_cache_mode: 'force_generic_plan', // With small tables, planning is most of a statement's work.
  io_method: 'sync', // No worker processes.
};
