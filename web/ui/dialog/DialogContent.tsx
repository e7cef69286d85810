import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import type { UnsavedInput } from '../form/useUnsavedInput.ts';
import { useFirstFocus } from './useDialogFocus.ts';
import './dialog.css';

const text = textsOf<typeof common>('common');

interface DialogContentProps {
  work: UnsavedInput;
  /** Whether the dialog asks to discard the input. */
  isAsking: boolean;
  onStay(): void;
  onDiscard(): void;
  children: ReactNode;
}

/** The content of a dialog, with the confirmation for discarding input on top. */
export function DialogContent({ work, isAsking, onStay, onDiscard, children }: DialogContentProps) {
  const content = useFirstFocus();
  return (
    <div ref={content} {...work.handlers}>
      <div inert={isAsking}>{children}</div>
      {isAsking && <DiscardQuestion onStay={onStay} onDiscard={onDiscard} />}
    </div>
  );
}

function DiscardQuestion({ onStay, onDiscard }: { onStay(): void; onDiscard(): void }) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    cancelButton.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      className="discard-question"
      role="alertdialog"
      aria-labelledby="discard-title"
      aria-describedby="discard-text"
    >
      <div>
        <strong id="discard-title">{text('discardTitle')}</strong>
        <div id="discard-text" className="soft">
          {text('discardText')}
        </div>
      </div>
      <div className="dialog-actions">
        <Button variant="default" ref={cancelButton} onClick={onStay}>
          {text('keepEditing')}
        </Button>
        <Button className="danger-button" onClick={onDiscard}>
          {text('discard')}
        </Button>
      </div>
    </div>
  );
}
