/** The levels of aggregated samples. Each level is calculated from the previous one. */
export const levelNames = ['5m', '1h', '1d'] as const;
export type LevelName = (typeof levelNames)[number];
export type Depth = 'raw' | LevelName;

/** Step length of each level, in seconds. */
export const stepOf: Record<Depth, number> = { raw: 30, '5m': 300, '1h': 3_600, '1d': 86_400 };

export interface Family {
  /** The table of raw samples. The tables of the levels are named after it. */
  table: string;
  /** The columns that identify the resource of a row. */
  keys: readonly string[];
  /** Stored as mean, minimum and maximum. */
  measures: readonly string[];
  /** Measures that are integers and never null. */
  whole: readonly string[];
  /** Summed. */
  sums: readonly string[];
  /** Columns that store only the maximum. */
  tops: readonly string[];
}

/** The server as a whole. */
export const serverFamily: Family = {
  table: 'server_sample',
  keys: ['server_id'],
  measures: [
    'cpu_percent',
    'memory_used_mb',
    'disk_read_bytes',
    'disk_write_bytes',
    'disk_read_ops',
    'disk_write_ops',
    'received_bytes',
    'sent_bytes',
  ],
  whole: ['memory_used_mb'],
  sums: ['received_total', 'sent_total'],
  tops: ['memory_total_mb'],
};

/** The disks and network interfaces of a server individually. */
export const partFamily: Family = {
  table: 'server_part_sample',
  keys: ['server_id', 'part_id'],
  measures: ['read_bytes', 'write_bytes', 'read_ops', 'write_ops'],
  whole: [],
  sums: ['outside_bytes'],
  tops: [],
};

export const families = [serverFamily, partFamily] as const;

export const tableOf = (family: Family, depth: Depth): string =>
  depth === 'raw' ? family.table : `${family.table}_${depth}`;
