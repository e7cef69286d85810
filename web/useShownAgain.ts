import { useEffect, useRef } from 'react';

/**
 * Calls `again` when the page is shown again after the user left it. With the Back button, the
 * browser may restore the page from memory as it was, including a button that still waits for
 * another page.
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
