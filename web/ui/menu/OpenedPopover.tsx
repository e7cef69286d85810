import { Popover } from '@mantine/core';
import { cloneElement, type ReactNode } from 'react';
import { useOpened } from '../dialog/useOpened.ts';
import type { ButtonElement } from './LazyMenu.tsx';

/** A small panel that has been opened once. */
export default function OpenedPopover({
  button,
  children,
}: {
  button: ButtonElement;
  children: () => ReactNode;
}) {
  const opened = useOpened();
  return (
    <Popover
      position="bottom-end"
      shadow="md"
      withinPortal
      trapFocus
      opened={opened.isOpen}
      onChange={opened.setOpen}
    >
      <Popover.Target>
        {cloneElement(button, {
          ref: opened.button,
          onClick: () => opened.setOpen(!opened.isOpen),
        })}
      </Popover.Target>
      <Popover.Dropdown>{children()}</Popover.Dropdown>
    </Popover>
  );
}
