import type { ComponentPropsWithRef } from 'react';
import styles from './simpleTable.module.css';

interface SimpleTableProps extends ComponentPropsWithRef<'table'> {
  /**
   * Whether each row becomes a card on phones. The table's own style sheet can lay out its cells.
   */
  hasCards?: boolean;
}

/**
 * A table with few rows, without sorting or pages. Cells with `data-amount` are aligned to the end.
 */
export function SimpleTable({ hasCards = false, className, ...props }: SimpleTableProps) {
  const classes = [styles.table, hasCards && styles.cards, className].filter(Boolean).join(' ');
  return <table {...props} className={classes} />;
}
