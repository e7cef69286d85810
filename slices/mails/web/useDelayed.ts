import { useEffect, useState } from 'react';

/**
 * The value, once it has stood still for so many ms: what is typed is not asked about at every
 * letter.
 */
export function useDelayed<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
