import { defaultPageSize, pageSizes } from './pageSizes.ts';

interface SavedList {
  size?: number;
  hidden?: string[];
  shown?: string[];
}

const keyOf = (list: string): string => `list.${list}`;

function read(list: string): SavedList {
  try {
    return JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}') as SavedList;
  } catch {
    return {};
  }
}

const write = (list: string, change: SavedList): void =>
  localStorage.setItem(keyOf(list), JSON.stringify({ ...read(list), ...change }));

/** The page size is remembered per list in this browser (specification section 9). */
export function storedSize(list: string): number {
  const { size } = read(list);
  return size !== undefined && [0, ...pageSizes].includes(size) ? size : defaultPageSize;
}

export const storeSize = (list: string, size: number): void => write(list, { size });

/** The columns the user has hidden or added, relative to the defaults. */
export function readColumns(list: string): { hidden: string[]; shown: string[] } {
  const { hidden = [], shown = [] } = read(list);
  return { hidden, shown };
}

export const saveColumns = (list: string, columns: { hidden: string[]; shown: string[] }): void =>
  write(list, columns);
