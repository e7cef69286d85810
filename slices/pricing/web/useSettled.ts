import { useEffect, useState } from 'react';

/**
 * The value once it has not changed for so many ms: while a slider is dragged, only where it rests
 * is asked for.
 */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
