import { NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { text } from './text.ts';
import type { DialogState } from './useKeyActions.tsx';

const overlaps = [0, 1, 24, 168] as const;

interface KeyDialogProps {
  asking: DialogState;
  onClose(): void;
  onRemoved?(): void;
}

/** The confirmation dialog for disabling, deleting, or rotating a key. */
export default function KeyDialog({ asking: { about, key }, onClose, onRemoved }: KeyDialogProps) {
  const [hours, setHours] = useState(24);
  const [secret, setSecret] = useState<string | null>(null);
  const isRotated = useRef(false);
  const { clientId, name } = key;
  const params = { clientId };
  const actions = {
    disable: async () => {
      await call('enableKey', { params, body: { enabled: false } });
      toast('success', text('disabled_'));
    },
    remove: async () => {
      await call('deleteKey', { params });
      toast('success', text('removed_'));
      onRemoved?.();
    },
    rotate: async () => {
      const { secret: newSecret } = await call('rotateKey', {
        params,
        body: { overlapHours: hours },
      });
      isRotated.current = true;
      setSecret(newSecret);
    },
  };
  if (secret !== null)
    return <SecretDialog name={name} clientId={clientId} secret={secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={text(`${about}Title`, { name })}
      confirmLabel={text(about)}
      isDangerous={about !== 'rotate'}
      onConfirm={actions[about]}
      // A new secret replaces the confirmation.
      onClose={() => isRotated.current || onClose()}
    >
      <div className="dialog">
        <span>{text(`${about}Text`)}</span>
        {about === 'rotate' && (
          <NativeSelect
            label={text('overlap')}
            value={hours}
            onChange={(event) => setHours(Number(event.currentTarget.value))}
            data={overlaps.map((value) => ({
              value: String(value),
              label: text(`overlap_${value}`),
            }))}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
