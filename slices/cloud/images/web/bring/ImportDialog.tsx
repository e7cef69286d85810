import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
import { text } from '../text.ts';
import { DigestField, ImageFieldsForm } from './FactsFields.tsx';
import { FormDialog } from './FormDialog.tsx';
import { type CompleteImageFields, emptyFacts, imageFieldNames } from './facts.ts';
import { ImageCost } from './ImageCost.tsx';

/** Imports an image from a public URL. */
export default function ImportDialog({ onClose }: { onClose(): void }) {
  const [address, setAddress] = useState('');
  const [kind, setKind] = useState<'private' | 'iso'>('private');
  const [fields, setFields] = useState<CompleteImageFields>(emptyFacts);
  const [digest, setDigest] = useState('');
  const saving = useSave([...imageFieldNames, 'address', 'digest']);
  const submit = async () => {
    const body = { ...fields, kind, address, ...(digest.trim() && { digest }) };

    if (
      await saving.save(text('importBegun', { name: fields.name }), () =>
        call('importImage', { body }),
      )
    )
      onClose();
  };
  const onAddressChange = (value: string) => {
    setAddress(value);
    if (/\.iso$/i.test(value)) setKind('iso');
  };
  return (
    <FormDialog
      title={text('importTitle')}
      submit={text('import')}
      saving={saving}
      isReady={address.trim() !== '' && fields.name.trim().length > 1}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={text('address')}
        description={text('addressHint')}
        value={address}
        maxLength={2000}
        required
        dir="ltr"
        type="url"
        data-autofocus
        error={saving.problemAt('address')}
        onChange={(event) => onAddressChange(event.currentTarget.value)}
      />
      <DigestField value={digest} onChange={setDigest} problem={saving.problemAt('digest')} />
      <NativeSelect
        label={text('kind')}
        value={kind}
        data={[
          { value: 'private', label: text('kindDisk') },
          { value: 'iso', label: text('kindIso') },
        ]}
        onChange={(event) => setKind(event.currentTarget.value as 'private' | 'iso')}
      />
      <ImageFieldsForm
        facts={fields}
        onChange={setFields}
        problemAt={saving.problemAt}
        isCd={kind === 'iso'}
      />
      <ImageCost of={{}} />
    </FormDialog>
  );
}
