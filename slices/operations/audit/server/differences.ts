export interface Difference {
  field: string;
  before: string;
  after: string;
}

/**
 * Returns the changes by field. Nested fields are named with dots. Unchanged fields are omitted.
 */
export function differences(before: unknown, after: unknown): Difference[] {
  const [old, now] = [flat(before), flat(after)];
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  return fields
    .map((field) => ({ field, before: old.get(field) ?? '', after: now.get(field) ?? '' }))
    .filter((difference) => difference.before !== difference.after);
}

/** Formats a value as lines of text, one per field. */
export function detailLines(value: unknown): string[] {
  return [...flat(value)].map(([field, text]) => (field === '' ? text : `${field}: ${text}`));
}

function flat(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return into;
  if (typeof value !== 'object') into.set(path, String(value));
  else if (Array.isArray(value))
    into.set(
      path,
      value
        .map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
        .join(', '),
    );
  else
    for (const [key, inner] of Object.entries(value))
      flat(inner, path === '' ? key : `${path}.${key}`, into);
  return into;
}
