import { Modal, type ModalProps } from '@mantine/core';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { DialogContent } from './DialogContent.tsx';
import { useReturnFocus } from './useDialogFocus.ts';
import { useGuardedClose } from './useGuardedClose.ts';

const text = textsOf<typeof common>('common');

/**
 * `onClose` is called when the dialog is closed. Custom buttons call it directly, without
 * confirmation.
 */
export interface DialogProps extends Omit<ModalProps, 'opened' | 'returnFocus'> {
  /** False if the input isn't worth a confirmation, such as a code. */
  isGuarded?: boolean;
}

/**
 * A dialog that is open while it's rendered. The focus moves to its first field, and afterwards
 * returns to the element that opened it. Escape, a click outside, and the close button ask for
 * confirmation if something was entered.
 */
export function Dialog({ onClose, children, isGuarded = true, ...rest }: DialogProps) {
  useReturnFocus();
  const { onLeave, ...closeGuard } = useGuardedClose(onClose);
  return (
    <Modal
      opened
      returnFocus={false}
      closeButtonProps={{ 'aria-label': text('close') }}
      {...rest}
      onClose={isGuarded ? onLeave : onClose}
    >
      <DialogContent {...closeGuard} onDiscard={onClose}>
        {children}
      </DialogContent>
    </Modal>
  );
}
