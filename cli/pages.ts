import { callPortal } from './call.ts';
import type { Command } from './commandTable.ts';
import type { Profile } from './config.ts';

type Page = Record<string, unknown> & { items: unknown[] };
interface Input {
  params: Record<string, string>;
  query: Record<string, string>;
}

/**
 * Whether the response is one of the two kinds of pages (specification section 3): list pages have
 * a cursor as `next`, history pages state whether there are more.
 */
function isPage(answer: unknown): answer is Page {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    Array.isArray((answer as Page).items) &&
    'next' in answer
  );
}

/** The query of the next page. Null after the last one. */
function nextQuery(page: Page): Record<string, string> | null {
  if (typeof page.next === 'string') return { start: page.next };
  if (page.next === true && typeof page.nextDate === 'string')
    return { from: page.nextDate, skip: String(page.nextSkip ?? 0) };
  return null;
}

const maxPageSize = '500';

/** Whether the command returns pages, so that `--all` applies. */
export const isPaged = ({ method, fields }: Command): boolean =>
  method === 'GET' &&
  fields.some(({ in: location, name }) => location === 'query' && name === 'size');

/** All pages as one response: `items` of every page, and `size` as their number. */
export async function callForAllPages(
  profile: Profile,
  command: Command,
  input: Input,
): Promise<unknown> {
  const query = { size: maxPageSize, ...input.query };
  const first = await callPortal(profile, command, { ...input, query });
  if (!isPage(first)) return first;
  const items = [...first.items];
  for (let next = nextQuery(first); next; ) {
    const page = await callPortal(profile, command, { ...input, query: { ...query, ...next } });
    if (!isPage(page)) break;
    items.push(...page.items);
    next = nextQuery(page);
  }
  return {
    ...first,
    items,
    size: items.length,
    total: items.length,
    firstElement: Math.min(1, items.length),
    lastElement: items.length,
    next: null,
  };
}

/**
 * `10 of 195 shown. Use --all to get the rest.` if the response is a page and more follow. Null
 * otherwise.
 */
export function moreNotice(answer: unknown): string | null {
  if (!isPage(answer) || nextQuery(answer) === null) return null;
  const total = typeof answer.total === 'number' ? ` of ${answer.total}` : '';
  return `${answer.items.length}${total} shown. Use --all to get them all.`;
}
