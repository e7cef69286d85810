import { isDatabaseUnavailable } from '../database/isDatabaseUnavailable.ts';

/** The maximum number of remembered site values. */
const maxEntries = 200;
const cachedValues = new Map<string, unknown>();

/**
 * Returns the result of `read`, or the last result if the database is unavailable. Null if there is
 * none.
 */
export async function withLastKnownFallback<T>(
  key: string,
  read: () => Promise<T | null>,
): Promise<T | null> {
  try {
    const value = await read();
    cachedValues.delete(key);
    cachedValues.set(key, value);
    if (cachedValues.size > maxEntries) cachedValues.delete(cachedValues.keys().next().value ?? '');
    return value;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return (cachedValues.get(key) as T | undefined) ?? null;
  }
}
