import type { CSSProperties, ReactNode } from 'react';
import './table.css';

interface TableFrameProps {
  /** The number of visible columns, which determines the table's minimum width. */
  columns: number;
  className?: string;
  children: ReactNode;
}

/**
 * A wrapper for tables. If the columns don't fit, the table scrolls horizontally and the name of
 * each row stays visible. On a phone, each row becomes a card.
 */
export function TableFrame({ columns, className = '', children }: TableFrameProps) {
  return (
    <div className={`data-table ${className}`} style={{ '--columns': columns } as CSSProperties}>
      {children}
    </div>
  );
}
