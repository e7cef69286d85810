import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../../../../web/client.ts';
import { FormDialog } from '../../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { text } from '../text.ts';
import { ImageCost } from './ImageCost.tsx';
import { DigestField, ImageFieldsForm } from './ImageFieldsForm.tsx';
import { emptyFacts } from './imageFields.ts';

/** Imports an image from a public URL. */
export default function ImportDialog({ onClose }: { onClose(): void }) {
  const form = useForm({
    ...emptyFacts,
    address: '',
    digest: '',
    kind: 'private' as 'private' | 'iso',
  });
  const { digest, ...fields } = form.values;
  const submit = () =>
    form.save(text('importBegun', { name: fields.name }), () =>
      call('importImage', { body: { ...fields, ...(digest.trim() && { digest }) } }),
    );
  const onAddressChange = (address: string) =>
    form.set({ address, ...(/\.iso$/i.test(address) && { kind: 'iso' }) });
  return (
    <FormDialog
      title={text('importTitle')}
      submitLabel={text('import')}
      size={620}
      form={form}
      isReady={fields.address.trim() !== '' && fields.name.trim().length > 1}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={text('address')}
        description={text('addressHint')}
        maxLength={2000}
        required
        dir="ltr"
        type="url"
        data-autofocus
        {...form.input('address')}
        onChange={(event) => onAddressChange(event.currentTarget.value)}
      />
      <DigestField form={form} />
      <NativeSelect
        label={text('kind')}
        data={[
          { value: 'private', label: text('kindDisk') },
          { value: 'iso', label: text('kindIso') },
        ]}
        {...form.input('kind')}
      />
      <ImageFieldsForm form={form} isCd={fields.kind === 'iso'} />
      <ImageCost of={{}} />
    </FormDialog>
  );
}
