import { useState } from 'react';

interface DatePage<Item> {
  items: Item[];
  next: boolean;
  nextDate: string | null;
  nextSkip: number;
}

/**
 * Returns the loaded pages of a growing list: the first page, which is kept up to date, and earlier
 * pages that were requested.
 */
export function useOlderPages<Item extends { id: number }>(
  first: DatePage<Item> | undefined,
  /** Identifies the query. Earlier pages are discarded when it changes. */
  pageQueryKey: string,
  read: (cursor: { from: string; skip: string }) => Promise<DatePage<Item>>,
) {
  const [earlier, setEarlier] = useState<{ question: string; pages: DatePage<Item>[] }>({
    question: pageQueryKey,
    pages: [],
  });
  const pages = [
    ...(first ? [first] : []),
    ...(earlier.question === pageQueryKey ? earlier.pages : []),
  ];
  const last = pages.at(-1);
  const items = [
    ...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values(),
  ];
  const more =
    last?.next && last.nextDate !== null
      ? async () => {
          const page = await read({ from: last.nextDate ?? '', skip: String(last.nextSkip) });
          setEarlier((before) => ({
            question: pageQueryKey,
            pages: [...(before.question === pageQueryKey ? before.pages : []), page],
          }));
        }
      : null;
  return { items, more };
}
