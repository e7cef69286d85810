import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Opens once it stands. Its button takes the place of the one that was pressed, and its focus,
 * which is given back at the end.
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
