import type { ReactNode } from 'react';

interface RowProps {
  title: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}

/** One thing of a list: what it is, what is to be known of it, and what can be done. */
export function Row({ title, hint, children }: RowProps) {
  return (
    <div className="profile-row">
      <div>
        <div className="profile-row-title">{title}</div>
        {hint && <div className="profile-row-hint">{hint}</div>}
      </div>
      {children && <div className="profile-row-end">{children}</div>}
    </div>
  );
}
