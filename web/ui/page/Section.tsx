import { type ReactNode, useId } from 'react';
import '../ui.css';

interface SectionProps {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Without padding, for full-width tables and charts. */
  isFlush?: boolean;
}

/** A card on a screen. */
export function Section({ title, actions, children, isFlush }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className="section-head">
          <h2 id={id}>{title}</h2>
          {actions && <div className="section-actions">{actions}</div>}
        </div>
      )}
      <div className={isFlush ? 'section-flush' : 'section-body'}>{children}</div>
    </section>
  );
}
