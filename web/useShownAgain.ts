import { useEffect, useRef } from 'react';

/**
 * Does something when the page is shown again after it was left: by the browser's own button it may
 * come out of its memory as it was, with a button that still waits for another page.
 */
export function useShownAgain(again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    const shown = () => latest.current();
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);
}
