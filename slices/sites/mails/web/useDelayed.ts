import { useEffect, useState } from 'react';

/**
 * Returns the value after it hasn't changed for this many ms, so that typing doesn't send a request
 * per letter.
 */
export function useDelayed<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
