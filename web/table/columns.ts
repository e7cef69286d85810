import type { ReactNode } from 'react';

/** A list column, defined by one object. */
export interface Column<Row> {
  key: string;
  title: string;
  cell(row: Row): ReactNode;
  /** The server's sort key, when it sorts by this. */
  sort?: string;
  align?: 'end';
  /** Visible by default. Default true. */
  isShown?: boolean;
  /** Fixed width in CSS, e.g. `110px`. */
  width?: string;
  /** Identifies the row; always shown, as the heading of its card on a phone. */
  isName?: boolean;
}

/** A filter next to the search: a closed list of values that the server accepts. */
export interface Filter {
  key: string;
  title: string;
  options: readonly { value: string; title: string }[];
}

/** The list's request to the server; it is in the URL, so that a link shows the same. */
export interface ListState {
  filter: string;
  size: number;
  sorting: string;
  start: string;
  filters: Record<string, string>;
}
