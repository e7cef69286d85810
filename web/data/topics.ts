import { callOf } from '../calls.ts';
import type { Operation } from '../client.ts';

/** Changes: IDs by noun. Null if any object of the noun can have changed. */
export type Changes = ReadonlyMap<string, ReadonlySet<string> | null>;

/** The topics that an operation reads or changes, with its parameters, such as `server:17`. */
export function topicsOf(
  operation: Operation,
  input: { params?: Readonly<Record<string, string>> } = {},
): string[] {
  return callOf(operation).topics.map((topic) =>
    topic.replace(/\{(\w+)\}/, (_whole, name: string) => input.params?.[name] ?? ''),
  );
}

/** Whether reads of these topics are invalidated by the changes. */
export function isAffected(topics: readonly string[], changes: Changes): boolean {
  return topics.some((topic) => {
    const [noun = '', id] = topic.split(':');
    const changed = changes.get(noun);
    return changed === null || (changed !== undefined && (id === undefined || changed.has(id)));
  });
}
