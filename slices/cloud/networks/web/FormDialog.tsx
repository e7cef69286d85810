import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type common from '../../../../web/texts/common/en.json';
import { textsOf } from '../../../../web/texts/texts.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import type { Saving } from '../../../../web/ui/form/useSave.ts';

const commonText = textsOf<typeof common>('common');

interface FormDialogProps {
  title: string;
  confirmLabel: string;
  saving: Saving;
  children: ReactNode;
  /** Returns whether saving succeeded, which closes the dialog. */
  onSave(): Promise<boolean>;
  onClose(): void;
}

/** A form in a side dialog. Errors appear at their fields, and the dialog stays open. */
export function FormDialog({
  title,
  confirmLabel,
  saving,
  children,
  onSave,
  onClose,
}: FormDialogProps) {
  const save = async () => {
    if (await onSave()) onClose();
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        className="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {children}
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {commonText('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
