import { Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { text } from './text.ts';

interface OfferDialogProps {
  server: { id: string; name: string };
  onClose(): void;
}

/** Offers a server to another user of the site. */
export function OfferDialog({ server, onClose }: OfferDialogProps) {
  const [email, setEmail] = useState('');
  const [note, setNote] = useState('');
  const offer = async () => {
    await call('offerServer', {
      params: { serverId: server.id },
      body: { email: email.trim(), ...(note.trim() ? { note } : {}) },
    });
    toast('success', text('offerDone', { name: server.name, email: email.trim() }));
  };
  return (
    <ConfirmDialog
      title={text('offerTitle', { name: server.name })}
      confirmLabel={text('offer')}
      onConfirm={offer}
      onClose={onClose}
    >
      <div className="dialog">
        <span>{text('offerText')}</span>
        <TextInput
          type="email"
          dir="ltr"
          label={text('email')}
          value={email}
          data-autofocus
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Textarea
          label={text('note')}
          value={note}
          maxLength={500}
          rows={2}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
