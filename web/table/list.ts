import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallError } from '../client.ts';
import type { Action } from '../ui/menu/actions.tsx';
import type { Column, Filter, ListState } from './columns.ts';

/** The part of a list page (specification section 3) that a table needs. */
export interface ListAnswer<Row> {
  items: Row[];
  total: number;
  next: string | null;
  previous: string | null;
  firstElement: number;
  lastElement: number;
  info: string | null;
}

export interface ColumnTotal {
  key: string;
  title: string;
  amounts: readonly { amount: string; currency: string }[];
}

export interface DataTableProps<Row extends { id: string | number }> {
  /** The key under which the list's settings are stored in this browser. */
  list: string;
  label: string;
  columns: readonly Column<Row>[];
  answer: UseQueryResult<ListAnswer<Row>, CallError>;
  state: ListState;
  /** `isCorrection`: the change wasn't requested by the user and isn't added to the history. */
  onChange(
    change: Partial<Omit<ListState, 'filters'>> & { filters?: Record<string, string> },
    isCorrection?: boolean,
  ): void;
  nameOf(row: Row): string;
  filters?: readonly Filter[];
  searchHint?: string;
  rowActions?: readonly Action<Row>[];
  bulkActions?: readonly Action<Row>[];
  /** The totals of a column over all pages. */
  totals?: readonly ColumnTotal[];
  csvHref?: string;
  empty: ReactNode;
  /**
   * Shown if a filter excludes all rows, for filters that explain why. Defaults to a message that
   * nothing matches.
   */
  emptyFiltered?: ReactNode;
}
