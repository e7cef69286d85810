import { type ComponentPropsWithRef, createElement } from 'react';
import styles from './control.module.css';

type ControlTag = 'input' | 'select' | 'button';
type ControlProps<T extends ControlTag> = {
  as: T;
  size?: 'xs' | 'sm';
  /** As wide as its container. */
  isWide?: boolean;
} & Omit<ComponentPropsWithRef<T>, 'size'>;

/** A small native field or button, where one of the kit would be too large. */
export function Control<T extends ControlTag>({
  as,
  size,
  isWide,
  className,
  ...props
}: ControlProps<T>) {
  return createElement(as, {
    ...props,
    'data-size': size,
    'data-wide': isWide || undefined,
    className: [styles.control, className].filter(Boolean).join(' '),
  });
}

/** A button that looks like a part of its container, such as a list row. */
export function PlainButton({ className, ...props }: ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={[styles.plain, className].filter(Boolean).join(' ')}
    />
  );
}

/** The class of a text area with code. */
export const codeArea: string = styles.codeArea ?? '';
