import type { Command } from './commandTable.ts';

/** Documents that the program generates from the whole contract. */
export interface Documents {
  openApi(title: string): Record<string, unknown>;
  /** To which slice each operation belongs. */
  slices: ReadonlyMap<string, string>;
  /** The command line for a portal, as one file. */
  cli(table: { name: string; url: string; version: string; commands: Command[] }): Promise<string>;
}

declare module '../../../../server/platform/context.ts' {
  interface Services {
    documents: Documents;
  }
}
