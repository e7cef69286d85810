import {
  type ComponentPropsWithRef,
  type CSSProperties,
  createElement,
  type ElementType,
  type ReactNode,
} from 'react';
import styles from './layout.module.css';
import { type Placement, place } from './placement.ts';

/** The props of a part: those of the element it is drawn as, `div` or another one, and its placement. */
type PartProps<T extends ElementType, Own = object> = { as?: T } & Own &
  Placement &
  Omit<ComponentPropsWithRef<T>, keyof Placement | keyof Own | 'as'>;

/** Its children one below the other. */
export function Stack<T extends ElementType = 'div'>({ as, ...props }: PartProps<T>): ReactNode {
  return createElement(as ?? 'div', place(styles.stack, props));
}

/** Children next to each other, wrapped into lines. */
export function Row<T extends ElementType = 'div'>({ as, ...props }: PartProps<T>): ReactNode {
  return createElement(as ?? 'div', place(styles.row, props));
}

interface GridColumns {
  /** As many equal columns as fit, each of at least this many pixels. */
  min?: number;
  /** Columns without content keep their room. */
  isFill?: boolean;
  /** The columns as CSS, instead of `min`. */
  columns?: string;
  /** The columns below 1000 and 700 pixels of the window. */
  columnsOnTablet?: string;
  columnsOnPhone?: string;
}

/** Its children in columns. */
export function Grid<T extends ElementType = 'div'>({
  as,
  min = 240,
  isFill = false,
  columns,
  columnsOnTablet,
  columnsOnPhone,
  style,
  ...props
}: PartProps<T, GridColumns>): ReactNode {
  const equal = `repeat(auto-${isFill ? 'fill' : 'fit'}, minmax(min(100%, ${min}px), 1fr))`;
  return createElement(
    as ?? 'div',
    place(styles.grid, {
      ...props,
      style: {
        ...style,
        '--columns': columns ?? equal,
        '--columns-on-tablet': columnsOnTablet,
        '--columns-on-phone': columnsOnPhone,
      } as CSSProperties,
    }),
  );
}

/** A paragraph, or a part of one. */
export function Text<T extends ElementType = 'p'>({ as, ...props }: PartProps<T>): ReactNode {
  return createElement(as ?? 'p', place(undefined, props));
}

/** A part whose children are laid out by its style sheet or by the browser. */
export function Box<T extends ElementType = 'div'>({ as, ...props }: PartProps<T>): ReactNode {
  return createElement(as ?? 'div', place(undefined, props));
}
