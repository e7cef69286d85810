import { defaultPageSize } from '../../../../contract/fields/page.ts';
import {
  invalidSortError,
  invalidStartError,
  type ListRequest,
  type Page,
} from '../../../../server/platform/database/listPage.ts';

type SortValue = string | number;

export interface MemoryList<Item> {
  items: readonly Item[];
  /** The text that the free-text filter searches. */
  searched(item: Item): string;
  sorts: Record<string, (item: Item) => SortValue>;
  /** Unique ID for breaking ties. */
  id(item: Item): string;
  defaultSorting: string;
}

interface Cursor {
  sorting: string;
  /** 0-based position of the page's first row. */
  first: number;
}

/** Returns a page of data that comes from an engine instead of the database. */
export function pageInMemory<Item>(list: MemoryList<Item>, request: ListRequest): Page<Item> {
  const size = request.size ?? defaultPageSize;
  const sorting = request.sorting ?? list.defaultSorting;
  const filter = request.filter ?? '';
  const matching = sorted(list, sorting).filter((item) =>
    list.searched(item).toLowerCase().includes(filter.toLowerCase()),
  );
  const first = request.start ? decode(request.start, sorting).first : 0;
  const items = size === 0 ? matching.slice(first) : matching.slice(first, first + size);
  const after = first + items.length;
  return {
    filter,
    size,
    total: matching.length,
    sorting,
    next: after < matching.length && items.length > 0 ? encode({ sorting, first: after }) : null,
    previous: first > 0 ? encode({ sorting, first: Math.max(0, first - size) }) : null,
    firstElement: items.length > 0 ? first + 1 : 0,
    lastElement: items.length > 0 ? after : 0,
    items,
    info: null,
    auxFilter: {},
  };
}

function sorted<Item>(list: MemoryList<Item>, sorting: string): Item[] {
  const isDescending = sorting.startsWith('-');
  const value = list.sorts[isDescending ? sorting.slice(1) : sorting];
  if (!value) throw invalidSortError(list.sorts);
  const direction = isDescending ? -1 : 1;
  const compare = (a: SortValue, b: SortValue): number =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), 'en', { numeric: true });
  return [...list.items].sort(
    (a, b) => direction * (compare(value(a), value(b)) || compare(list.id(a), list.id(b))),
  );
}

const encode = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.sorting, cursor.first])).toString('base64url');

function decode(text: string, sorting: string): Cursor {
  try {
    const [cursorSorting, first] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
      unknown,
      unknown,
    ];
    if (
      cursorSorting === sorting &&
      typeof first === 'number' &&
      Number.isSafeInteger(first) &&
      first >= 0
    )
      return { sorting, first };
  } catch {
    // Falls through so that any other cursor is rejected in the same way.
  }
  throw invalidStartError();
}
