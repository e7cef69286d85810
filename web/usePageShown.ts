import { useEffect, useRef } from 'react';

/**
 * Calls `onShown` when the page is shown again after the user left it. With the Back button, the
 * browser may restore the page from memory as it was, including a button that still waits for
 * another page.
 */
export function usePageShown(onShown: () => void): void {
  const latest = useRef(onShown);
  latest.current = onShown;
  useEffect(() => {
    const onPageShow = () => latest.current();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
}
