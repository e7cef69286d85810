import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { keepSize, keptSize } from './listMemory.ts';
import { nextSearch, readListState, type Search } from './listState.ts';

/** The state of a list, stored in the URL. */
export function useListState(list: string, filterKeys: readonly string[] = []) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const keys = filterKeys.join(' ');
  const state = useMemo(
    () => readListState(search, keys === '' ? [] : keys.split(' '), keptSize(list)),
    [search, keys, list],
  );
  const change = useCallback(
    (next: Parameters<typeof nextSearch>[1], isCorrection = false) => {
      if (next.size !== undefined) keepSize(list, next.size);
      void navigate({
        to: '.',
        search: (previous: Search) => nextSearch(previous, next),
        replace: isCorrection || next.start === undefined,
      } as never);
    },
    [list, navigate],
  );
  return { state, change };
}
