import type { ListState } from './columns.ts';
import { keptSize } from './listMemory.ts';
import { pageSizes } from './pageSizes.ts';

/** A list with a name of its own in the browser's memory, and the filters that its address may carry. */
export interface Listing {
  name: string;
  filters: readonly string[];
}

export type Search = Record<string, string | undefined>;

/** The address's search part → what the list asks for. What is not understood counts as not said. */
export function readListState(search: Search, filterKeys: readonly string[], fallbackSize: number): ListState {
  const size = Number(search.size);
  return {
    filter: search.filter ?? '',
    size: search.size !== undefined && [0, ...pageSizes].includes(size) ? size : fallbackSize,
    sorting: search.sorting ?? '',
    start: search.start ?? '',
    filters: Object.fromEntries(filterKeys.flatMap((key) => (search[key] ? [[key, search[key]]] : []))),
  };
}

/** A change of what is asked for starts at the first page again, unless it is the page that changes. */
export function nextSearch(search: Search, change: Partial<Omit<ListState, 'filters'>> & { filters?: Record<string, string> }): Search {
  const { filters, ...rest } = change;
  const next: Search = { ...search, ...filters };
  for (const [key, value] of Object.entries(rest)) next[key] = value === undefined ? '' : String(value);
  if (change.start === undefined) delete next.start;
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''));
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

/** What a list asks for when it is opened at this address. */
export const firstQuery = ({ name, filters }: Listing, search: Search): Record<string, string> =>
  listQueryOf(readListState(search, filters, keptSize(name)));
