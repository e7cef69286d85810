/** The portal's commands: every call available to keys, and the portal's URL. */
export interface Table {
  /** The name of the program, which is also its file name. */
  name: string;
  /** The portal's URL, if the program was downloaded from it. */
  url: string;
  /** The portal release that the program was generated for. */
  version: string;
  commands: Command[];
}

export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'list';

export interface Field {
  name: string;
  in: 'query' | 'body';
  type: FieldType;
  isRequired: boolean;
  choices?: string[];
  /** Bounds of a number. */
  min?: number;
  max?: number;
  item?: {
    type: FieldType;
    choices?: string[];
    fields?: { name: string; type: FieldType; isRequired: boolean }[];
  };
}

export interface Command {
  operation: string;
  group: string;
  verb: string;
  method: string;
  path: string;
  summary: string;
  params: string[];
  fields: Field[];
  /**
   * Body values that the command implies: `servers start` is `servers set-power` with the state
   * `on`.
   */
  fixed?: Record<string, unknown>;
  /** The column names of its rows. Empty if the response is neither a list nor an object. */
  columns: string[];
  changes: boolean;
  isFile: boolean;
}

/** The program's environment, replaceable in tests. */
export interface CliEnvironment {
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadStream;
  out(text: string): void;
  err(text: string): void;
  home: string;
}

/** Invalid usage. Exits with 2. */
export class UsageError extends Error {}

export const kebab = (text: string): string =>
  text.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();

/** Fields whose IDs can be given as names, and the resource they refer to. */
export const namedResources: Readonly<Record<string, string>> = {
  serverId: 'server',
  datacenterId: 'datacenter',
  imageId: 'image',
  networkId: 'network',
  cloneOf: 'server',
};

export const acceptsName = (field: string): boolean => field in namedResources;
