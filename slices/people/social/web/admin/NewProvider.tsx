import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
import { Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { bodyOf, type Draft, draftFields, ProviderFields } from './fields.tsx';
import styles from './providers.module.css';
import { text } from './text.ts';

const empty: Draft = { title: '', issuer: '', clientId: '', clientSecret: '', isEnabled: true };

/** A new OpenID Connect provider chosen by the site. */
export function NewProvider({ onClose }: { onClose(): void }) {
  const [social, setSocial] = useState('');
  const [draft, setDraft] = useState(empty);
  const saving = useSave(draftFields);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const work = () =>
      call('updateSocialProvider', { params: { social }, body: bodyOf(draft, 'oidc') });
    if (await saving.save(text('saved', { title: draft.title }), work)) onClose();
  };
  return (
    <Stack
      as="form"
      className={styles.socialForm}
      gap={14}
      maxWidth={720}
      hasTightText
      onSubmit={(event) => void save(event)}
      noValidate
    >
      <p>{text('howOwn')}</p>
      <TextInput
        label={text('name')}
        description={text('nameHint')}
        value={social}
        error={saving.problemAt('social')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={31}
        data-autofocus
        onChange={(event) => {
          setSocial(event.currentTarget.value.toLowerCase());
          saving.clear();
        }}
      />
      <ProviderFields
        draft={draft}
        kind="oidc"
        hasSecret={false}
        saving={saving}
        onChange={(change) => {
          setDraft({ ...draft, ...change });
          saving.clear();
        }}
      />
      <div className="page-actions">
        <Button type="submit" loading={saving.isBusy}>
          {text('save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {text('close')}
        </Button>
      </div>
    </Stack>
  );
}
