import { useCallback, useMemo } from 'react';
import { useGo, useScreenSearch } from '../navigation.ts';
import { storedSize, storeSize } from './listMemory.ts';
import { nextSearch, readListState, type Search } from './listState.ts';

/** The state of a list, stored in the URL. */
export function useListState(list: string, filterKeys: readonly string[] = []) {
  const search = useScreenSearch();
  const go = useGo();
  const keys = filterKeys.join(' ');
  const state = useMemo(
    () => readListState(search, keys === '' ? [] : keys.split(' '), storedSize(list)),
    [search, keys, list],
  );
  const change = useCallback(
    (next: Parameters<typeof nextSearch>[1], isCorrection = false) => {
      if (next.size !== undefined) storeSize(list, next.size);
      void go({
        search: (previous: Search) => nextSearch(previous, next),
        replace: isCorrection || next.start === undefined,
      });
    },
    [list, go],
  );
  return { state, change };
}
