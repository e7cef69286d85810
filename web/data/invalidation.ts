import type { Query } from '@tanstack/react-query';
import { setChangeListener } from '../client.ts';
import { blockReads, isHeld } from './blockReads.ts';
import { queryClient } from './queryClient.ts';
import { topicsOfQuery } from './refetch.ts';
import { isAffected, topicsOf } from './topics.ts';

const invalidated = new Map<string, Set<string> | null>();
let timer: ReturnType<typeof setTimeout> | null = null;
/** Several changes in a row reload each list once. */
const batchDelayMs = 100;

function note(topic: string): void {
  const [noun = '', id] = topic.split(':');
  const before = invalidated.get(noun);
  if (before === null) return;
  invalidated.set(noun, id === undefined ? null : new Set(before).add(id));
}

const isInvalidated = (query: Query): boolean => isAffected(topicsOfQuery(query), invalidated);

/**
 * Reloads data on the screen after a change made here, and data that isn't on the screen when it is
 * opened again. Uses the topics that the operation invalidates.
 */
export function startInvalidation(): void {
  setChangeListener((operation, params) => {
    const release = blockReads(operation, params);
    return (isDone) => {
      release(isDone);
      const topics = topicsOf(operation, { params });
      if (topics.length === 0) return;
      topics.forEach(note);
      void queryClient.invalidateQueries({ predicate: isInvalidated, refetchType: 'none' });
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => void refetchInvalidated(), batchDelayMs);
    };
  });
}

/** Reloads the data that the latest changes invalidated. Resolves once the screens show it. */
export async function refetchInvalidated(): Promise<void> {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const affectedQueries = new Set(
    queryClient.getQueryCache().findAll({ predicate: isInvalidated }),
  );
  invalidated.clear();
  if (affectedQueries.size === 0) return;
  await queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => affectedQueries.has(query) && !isHeld(query),
  });
}
