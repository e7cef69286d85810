import type { ReactNode } from 'react';

/**
 * A part with its own horizontal scrolling. It has a label and is focusable, so that it can be
 * scrolled with the arrow keys (WCAG 2.1.1).
 */
export function ScrollPart({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it contains nothing that can get the focus
    <section style={{ overflowX: 'auto' }} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
