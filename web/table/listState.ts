import type { ListState } from './columns.ts';
import { storedSize } from './listMemory.ts';
import { pageSizes } from './pageSizes.ts';

/** A list with its own name in browser storage, and the filters allowed in its URL. */
export interface Listing {
  name: string;
  filters: readonly string[];
}

export type Search = Record<string, string | undefined>;

/** Converts the URL's query to the list's request. Invalid values are ignored. */
export function readListState(
  search: Search,
  filterKeys: readonly string[],
  fallbackSize: number,
): ListState {
  const size = Number(search.size);
  return {
    filter: search.filter ?? '',
    size: search.size !== undefined && [0, ...pageSizes].includes(size) ? size : fallbackSize,
    sorting: search.sorting ?? '',
    start: search.start ?? '',
    filters: Object.fromEntries(
      filterKeys.flatMap((key) => (search[key] ? [[key, search[key]]] : [])),
    ),
  };
}

/** A changed request returns to the first page, unless only the page changes. */
export function nextSearch(
  search: Search,
  change: Partial<Omit<ListState, 'filters'>> & { filters?: Record<string, string> },
): Search {
  const { filters, ...rest } = change;
  const next: Search = { ...search, ...filters };
  for (const [key, value] of Object.entries(rest))
    next[key] = value === undefined ? '' : String(value);
  if (change.start === undefined) delete next.start;
  return Object.fromEntries(
    Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** The state as the query of a list call. */
export function listQueryOf(state: ListState): Record<string, string> {
  return {
    size: String(state.size),
    ...(state.filter ? { filter: state.filter } : {}),
    ...(state.sorting ? { sorting: state.sorting } : {}),
    ...(state.start ? { start: state.start } : {}),
    ...state.filters,
  };
}

/** A list's request if it is opened at this URL. */
export const firstQuery = ({ name, filters }: Listing, search: Search): Record<string, string> =>
  listQueryOf(readListState(search, filters, storedSize(name)));
