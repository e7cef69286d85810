import { useEffect, useState } from 'react';

/**
 * The value once it hasn't changed for this many milliseconds, so that dragging a slider sends only
 * one request for its final position.
 */
export function useDebounced<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
