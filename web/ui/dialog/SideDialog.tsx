import { Drawer, type DrawerProps } from '@mantine/core';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { DialogContent } from './DialogContent.tsx';
import { useReturnFocus } from './useDialogFocus.ts';
import { useGuardedClose } from './useGuardedClose.ts';

const text = textsOf<typeof common>('common');

/** A dialog at the side of the screen, otherwise like `Dialog`. */
export function SideDialog({
  onClose,
  children,
  ...rest
}: Omit<DrawerProps, 'opened' | 'returnFocus'>) {
  useReturnFocus();
  const { onLeave, ...closeGuard } = useGuardedClose(onClose);
  return (
    <Drawer
      opened
      returnFocus={false}
      closeButtonProps={{ 'aria-label': text('close') }}
      {...rest}
      onClose={onLeave}
    >
      <DialogContent {...closeGuard} onDiscard={onClose}>
        {children}
      </DialogContent>
    </Drawer>
  );
}
