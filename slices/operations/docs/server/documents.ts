import type { Command } from './commandTable.ts';

/** Documents generated from the whole contract. */
export interface Documents {
  openApi(title: string): Record<string, unknown>;
  /** The slice of each operation. */
  slices: ReadonlyMap<string, string>;
  /** Returns the command line tool for a portal as one file. */
  cli(table: { name: string; url: string; version: string; commands: Command[] }): Promise<string>;
}

declare module '../../../../server/platform/context.ts' {
  interface Services {
    documents: Documents;
  }
}
