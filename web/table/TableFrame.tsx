import { type ReactNode, useLayoutEffect, useRef } from 'react';
import './table.css';

/** rem; what a column takes on the average, and what stands beside the columns. */
const columnWidth = 6.75;
const besides = 4;
/** rem; below this every list is cards: a phone. */
const phoneWidth = 35;

interface TableFrameProps {
  /** How many of them are shown. */
  columns: number;
  className?: string;
  children: ReactNode;
}

/**
 * Around a table: where its columns have no room beside each other, each row is a card. Its own
 * width says so rather than the window's: beside the menu it has less. The attribute is set before
 * anything is painted, without drawing anything twice.
 */
export function TableFrame({ columns, className = '', children }: TableFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const needed = Math.max(phoneWidth, columns * columnWidth + besides) * rem;
    const arrange = () => element.toggleAttribute('data-cards', element.clientWidth < needed);
    arrange();
    const seen = new ResizeObserver(arrange);
    seen.observe(element);
    return () => seen.disconnect();
  }, [columns]);
  return (
    <div ref={frame} className={`data-table ${className}`}>
      {children}
    </div>
  );
}
