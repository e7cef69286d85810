import * as z from 'zod';
import { integerText, moment, text } from '../endpoint.ts';

export const defaultPageSize = 10;

/**
 * The query of a list: free-text `filter`, `size`, `sorting` (`name` or `-name`, from a closed
 * list), `start` (a cursor that an earlier page returned as `next` or `previous`), plus the list's
 * own filters.
 */
export function listQuery<
  const S extends readonly [string, ...string[]],
  F extends z.ZodRawShape = Record<never, never>,
>(sorts: S, filters?: F) {
  const sortings = sorts.flatMap((name) => [name, `-${name}`]) as [
    S[number] | `-${S[number]}`,
    ...(S[number] | `-${S[number]}`)[],
  ];
  return z.strictObject({
    filter: text({ max: 200 }).optional(),
    size: integerText({ min: 0, max: 500 }).optional(),
    sorting: z.enum(sortings).optional(),
    start: z
      .string()
      .trim()
      .max(1000)
      .regex(/^[\w-]+$/)
      .optional(),
    ...(filters ?? ({} as F)),
  });
}

/**
 * A page of a list (specification section 3, list page). `firstElement` and `lastElement` are
 * 1-based positions, or 0 if the page is empty.
 */
export function listPage<I extends z.ZodType>(item: I) {
  return z.strictObject({
    filter: z.string(),
    size: z.int(),
    total: z.int(),
    sorting: z.string(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    firstElement: z.int(),
    lastElement: z.int(),
    items: z.array(item),
    /**
     * A note for the user about this page, for example that the total is a lower bound. Otherwise
     * null.
     */
    info: z.string().nullable(),
    auxFilter: z.record(z.string(), z.string()),
  });
}

export const datePageQuery = z.strictObject({
  size: integerText({ min: 1, max: 500 }).optional(),
  /** Entries at or before this time. */
  from: moment.optional(),
  /** Number of entries with exactly that time to skip. */
  skip: integerText({ min: 0, max: 100_000 }).optional(),
});

/**
 * A page of a list that grows over time, newest first (specification section 3, date-cursor page).
 */
export function datePage<I extends z.ZodType>(item: I) {
  return z.strictObject({
    size: z.int(),
    total: z.int(),
    next: z.boolean(),
    nextDate: moment.nullable(),
    from: moment.nullable(),
    prevDate: moment.nullable(),
    firstElement: z.int(),
    lastElement: z.int(),
    userId: z.string().nullable(),
    nextSkip: z.int(),
    prevSkip: z.int(),
    items: z.array(item),
  });
}
