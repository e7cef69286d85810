import {
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useState,
} from 'react';
import type { IconName } from '../../../contract/icons.ts';

const fetchMenu = () => import('./OpenedMenu.tsx');
const fetchPopover = () => import('./OpenedPopover.tsx');
const OpenedMenu = lazy(fetchMenu);
const OpenedPopover = lazy(fetchPopover);

export type ButtonElement = ReactElement<{
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  onPointerEnter?: () => void;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
}>;

/** A menu entry. */
export interface MenuEntry {
  key: string;
  title: ReactNode;
  icon?: IconName;
  isChecked?: boolean;
  isDangerous?: boolean;
  /** Why the entry is currently disabled. Null if it is enabled. */
  reason?: string | null;
  /** Shown below the title while the entry is enabled. */
  note?: ReactNode;
  run(): void;
}

/** A group of entries with a heading. */
export interface MenuPart {
  key: string;
  label?: ReactNode;
  entries: readonly MenuEntry[];
}

interface LazyMenuProps {
  button: ButtonElement;
  /** Evaluated while the menu is open. */
  parts: () => readonly MenuPart[];
}

/**
 * A button with a menu. The menu's code is loaded and rendered when it is first opened, because a
 * list has one in every row.
 */
export function LazyMenu({ button, parts }: LazyMenuProps) {
  const [isMounted, setMounted] = useState(false);
  const closed = cloneElement(button, {
    ...{ 'aria-haspopup': 'menu', 'aria-expanded': false },
    onClick: () => setMounted(true),
    onPointerEnter: () => void fetchMenu(),
  });
  if (!isMounted) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedMenu button={button} parts={parts} />
    </Suspense>
  );
}

/** Like `LazyMenu`, for a small panel. */
export function LazyPopover({
  button,
  children,
}: {
  button: ButtonElement;
  children: () => ReactNode;
}) {
  const [isMounted, setMounted] = useState(false);
  const closed = cloneElement(button, {
    ...{ 'aria-haspopup': 'dialog', 'aria-expanded': false },
    onClick: () => setMounted(true),
    onPointerEnter: () => void fetchPopover(),
  });
  if (!isMounted) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedPopover button={button}>{children}</OpenedPopover>
    </Suspense>
  );
}
