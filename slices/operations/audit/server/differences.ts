export interface Difference {
  field: string;
  before: string;
  after: string;
}

/**
 * Returns the changes by field. Nested fields are named with dots. Unchanged fields are omitted.
 */
export function differences(before: unknown, after: unknown): Difference[] {
  const [old, now] = [flatten(before), flatten(after)];
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  return fields
    .map((field) => ({ field, before: old.get(field) ?? '', after: now.get(field) ?? '' }))
    .filter((difference) => difference.before !== difference.after);
}

/** Formats a value as lines of text, one per field. */
export function detailLines(value: unknown): string[] {
  return [...flatten(value)].map(([field, text]) => (field === '' ? text : `${field}: ${text}`));
}

function flatten(
  value: unknown,
  path = '',
  entries = new Map<string, string>(),
): Map<string, string> {
  if (value === null || value === undefined) return entries;
  if (typeof value !== 'object') entries.set(path, String(value));
  else if (Array.isArray(value))
    entries.set(
      path,
      value
        .map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
        .join(', '),
    );
  else
    for (const [key, inner] of Object.entries(value))
      flatten(inner, path === '' ? key : `${path}.${key}`, entries);
  return entries;
}
