import type { ReactNode } from 'react';

/**
 * A part that scrolls sideways by itself: named, and reached by keyboard, so that the arrow
 * keys move it (WCAG 2.1.1).
 */
export function ScrollPart({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it may take the focus
    <section style={{ overflowX: 'auto' }} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
