import type { ReactNode } from 'react';

/** A column of a list: one object says all about it. */
export interface Column<Row> {
  key: string;
  title: string;
  cell(row: Row): ReactNode;
  /** The server's sort key, when it sorts by this. */
  sort?: string;
  align?: 'end';
  /** Shown until the person chooses otherwise. Default true. */
  isShown?: boolean;
  /** Fixed width in CSS, e.g. `110px`. */
  width?: string;
  /** Names the row; always shown, the heading of its card on a phone. */
  isName?: boolean;
}

/** A filter beside the search: a closed list of values the server understands. */
export interface Filter {
  key: string;
  title: string;
  options: readonly { value: string; title: string }[];
}

/** What a list asks the server for; it stands in the address, so that a link shows the same. */
export interface ListState {
  filter: string;
  size: number;
  sorting: string;
  start: string;
  filters: Record<string, string>;
}
