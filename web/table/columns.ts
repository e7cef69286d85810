import type { ReactNode } from 'react';

/** A list column, defined by one object. */
export interface Column<Row> {
  key: string;
  title: string;
  cell(row: Row): ReactNode;
  /** The server's sort key, if the column can be sorted. */
  sort?: string;
  align?: 'end';
  /** Whether the column is visible by default. Defaults to true. */
  isShown?: boolean;
  /** The fixed width in CSS, such as `110px`. */
  width?: string;
  /**
   * Whether the column identifies the row. It is always shown, as the heading of the card on a
   * phone.
   */
  isName?: boolean;
}

/** A filter next to the search: a closed list of values that the server accepts. */
export interface Filter {
  key: string;
  title: string;
  options: readonly { value: string; title: string }[];
}

/** The list's request to the server. It is stored in the URL, so that links show the same list. */
export interface ListState {
  filter: string;
  size: number;
  sorting: string;
  start: string;
  filters: Record<string, string>;
}
