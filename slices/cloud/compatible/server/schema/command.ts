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
