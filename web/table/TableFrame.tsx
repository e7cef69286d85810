import type { CSSProperties, ReactNode } from 'react';
import './table.css';

interface TableFrameProps {
  /** The number of visible columns, which determines the table's minimum width. */
  columns: number;
  className?: string;
  children: ReactNode;
}

/**
 * Around a table. Where its columns have no room it scrolls sideways, with the name of each row in
 * sight; on a phone each row is a card.
 */
export function TableFrame({ columns, className = '', children }: TableFrameProps) {
  return (
    <div className={`data-table ${className}`} style={{ '--columns': columns } as CSSProperties}>
      {children}
    </div>
  );
}
