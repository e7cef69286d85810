import type { ReactNode } from 'react';
import { Dialog } from '../dialog/Dialog.tsx';
import { Form, type FormProps } from './Form.tsx';

interface FormDialogProps extends Omit<FormProps, 'onCancel' | 'maxWidth' | 'onSubmit'> {
  title: ReactNode;
  /** In px. */
  size?: number;
  /** Returns whether the dialog is done and can be closed. */
  onSubmit(): Promise<boolean>;
  onClose(): void;
}

/** A form in a dialog, which stays open after a rejection. */
export function FormDialog({ title, size, onSubmit, onClose, ...form }: FormDialogProps) {
  const submit = async () => {
    if (await onSubmit()) onClose();
  };
  return (
    <Dialog title={title} {...(size === undefined ? {} : { size })} onClose={onClose}>
      <Form {...form} onSubmit={submit} onCancel={onClose} />
    </Dialog>
  );
}
