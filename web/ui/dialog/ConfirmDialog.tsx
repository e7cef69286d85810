import { Button, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type CapturedCall, captureCall } from '../../client.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { ErrorReason } from '../feedback/ErrorReason.tsx';
import { errorText } from '../feedback/errorText.ts';
import { IconButton } from '../IconButton.tsx';
import { Dialog } from './Dialog.tsx';

const text = textsOf<typeof common>('common');
const CallAsCode = lazy(() => import('../../code/CallAsCode.tsx'));

interface ConfirmDialogProps {
  title: string;
  /** The consequence and what is lost. */
  children: ReactNode;
  confirmLabel: string;
  isDangerous?: boolean;
  /** The name to type before confirming, for irreversible actions. */
  typedName?: string;
  /** False while the input is missing or incomplete. */
  isReady?: boolean;
  onConfirm(): Promise<void>;
  onClose(): void;
}

/**
 * A confirmation that names the object and the consequence, and stays open with the reason after a
 * rejection.
 */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  isDangerous,
  typedName,
  isReady = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [shownCall, setShownCall] = useState<CapturedCall | null | undefined>();
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <div className="dialog">
        <div>{children}</div>
        {typedName && (
          <TextInput
            label={text('typeToConfirm', { name: typedName })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
            data-no-work
            dir="ltr"
          />
        )}
        {problem !== null && (
          <p className="form-problem" role="alert">
            {errorText(problem)} <ErrorReason error={problem} />
          </p>
        )}
        {shownCall !== undefined && (
          <Suspense fallback={null}>
            <CallAsCode wanted={shownCall} />
          </Suspense>
        )}
        <div className="dialog-actions">
          <span className="dialog-code">
            <IconButton
              icon="code"
              label={text('showAsCode')}
              onClick={() => void captureCall(onConfirm).then(setShownCall)}
            />
          </span>
          <Button variant="default" data-first-focus onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button
            {...(isDangerous ? { className: 'danger-button' } : {})}
            loading={isBusy}
            disabled={!isReady || (typedName !== undefined && typed !== typedName)}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
