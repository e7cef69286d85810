import {
  type ComponentPropsWithRef,
  type CSSProperties,
  createElement,
  type ElementType,
  type ReactNode,
} from 'react';
import styles from './layout.module.css';
import { type Placement, place } from './placement.ts';

/** The props of a part: those of its element, `div` or another one, and its placement. */
type PartProps<T extends ElementType, Own = object> = { as?: T } & Own &
  Placement &
  Omit<ComponentPropsWithRef<T>, keyof Placement | keyof Own | 'as'>;

/** Stacks its children vertically. */
export function Stack<T extends ElementType = 'div'>({ as, ...props }: PartProps<T>): ReactNode {
  return createElement(as ?? 'div', place(styles.stack, props));
}

/** Lays out its children in wrapping rows. */
export function Row<T extends ElementType = 'div'>({ as, ...props }: PartProps<T>): ReactNode {
  return createElement(as ?? 'div', place(styles.row, props));
}

interface GridColumns {
  /** As many equal columns as fit, each of at least this many pixels. */
  min?: number;
  /** Whether columns without content keep their space. */
  isFill?: boolean;
  /** The columns as CSS, instead of `min`. */
  columns?: string;
  /** The columns for window widths below 1000 and 700 pixels. */
  columnsOnTablet?: string;
  columnsOnPhone?: string;
}

/** Lays out its children in columns. */
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
  const columnsTemplate = `repeat(auto-${isFill ? 'fill' : 'fit'}, minmax(min(100%, ${min}px), 1fr))`;
  return createElement(
    as ?? 'div',
    place(styles.grid, {
      ...props,
      style: {
        ...style,
        '--columns': columns ?? columnsTemplate,
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
