import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Opens once it's rendered. Its button replaces the one that was clicked and takes over its focus,
 * which returns at the end.
 */
export function useOpened(): {
  isOpen: boolean;
  setOpen: (next: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
} {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  return { isOpen, setOpen, button };
}
