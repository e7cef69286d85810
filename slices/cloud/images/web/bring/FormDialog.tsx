import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../../../../web/ui/dialog/Dialog.tsx';
import { RemedyLink } from '../../../../../web/ui/feedback/RemedyLink.tsx';
import type { Saving } from '../../../../../web/ui/form/useSave.ts';
import { text } from '../text.ts';

interface FormDialogProps {
  title: string;
  submit: string;
  saving: Saving;
  isReady?: boolean;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog. Enter submits it, and errors without a field appear above the buttons. */
export function FormDialog({
  title,
  submit,
  saving,
  isReady = true,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} size={620}>
      <form
        className="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !saving.isBusy) onSubmit();
        }}
      >
        {children}
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general} <RemedyLink way={saving.remedy} />
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('dismiss')}
          </Button>
          <Button type="submit" loading={saving.isBusy} disabled={!isReady}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
