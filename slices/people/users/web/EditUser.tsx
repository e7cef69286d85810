import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { languages } from '../../../../contract/languages.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { languageTitle } from '../../../../web/texts/texts.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import type { ActionTarget } from './actions.tsx';
import { text } from './text.ts';

interface EditProps {
  user: ActionTarget;
  onClose(): void;
}

export function EditUser(props: EditProps) {
  const detail = useCall('getUser', { params: { userId: props.user.id } });
  return detail.data ? <EditUserForm {...props} detail={detail.data} /> : null;
}

function EditUserForm({ user, detail, onClose }: EditProps & { detail: Answer<'getUser'> }) {
  const [firstName, setFirst] = useState(detail.firstName);
  const [lastName, setLast] = useState(detail.lastName);
  const [language, setLanguage] = useState<string>(detail.language ?? '');
  const save = async () => {
    const chosen = languages.find((candidate) => candidate === language) ?? null;
    await call('updateUser', {
      params: { userId: user.id },
      body: { firstName, lastName, language: chosen },
    });
    toast('success', text('saved'));
  };
  return (
    <ConfirmDialog
      title={text('editTitle', { name: user.email })}
      confirmLabel={text('save')}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="dialog">
        <PrintedInput
          label={text('firstName')}
          value={firstName}
          maxLength={100}
          data-autofocus
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <PrintedInput
          label={text('lastName')}
          value={lastName}
          maxLength={100}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
        <NativeSelect
          label={text('language')}
          value={language}
          data={[
            { value: '', label: text('languageSite') },
            ...languages.map((value) => ({ value, label: languageTitle(value) })),
          ]}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
