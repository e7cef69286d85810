import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { PrintedInput } from '../../../../../web/ui/form/PrintedInput.tsx';
import type { Form } from '../../../../../web/ui/form/useForm.ts';
import { Grid } from '../../../../../web/ui/layout/Layout.tsx';
import { text } from '../text.ts';
import { type CompleteImageFields, digestType } from './imageFields.ts';

interface ImageFieldsFormProps {
  form: Form<CompleteImageFields>;
  /** Hides the user and memory fields, which a CD doesn't need. */
  isCd?: boolean;
}

/** The fields of the owner's description of an image. */
export function ImageFieldsForm({ form, isCd }: ImageFieldsFormProps) {
  return (
    <>
      <Grid min={220} gap={12} align="end">
        <PrintedInput label={text('name')} maxLength={100} required {...form.input('name')} />
        <TextInput label={text('version')} maxLength={50} {...form.input('version')} />
      </Grid>
      <Textarea
        label={text('description')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.input('description')}
      />
      <Grid min={220} gap={12} align="end">
        <NativeSelect
          label={text('osFamily')}
          data={[
            { value: 'linux', label: 'Linux' },
            { value: 'windows', label: 'Windows' },
            { value: 'other', label: text('otherSystem') },
          ]}
          {...form.input('osFamily')}
        />
        <TextInput
          label={text('os')}
          description={text('osHint')}
          maxLength={100}
          {...form.input('os')}
        />
      </Grid>
      {!isCd && (
        <>
          <Grid min={220} gap={12} align="end">
            <TextInput
              label={text('loginUser')}
              description={text('loginUserHint')}
              maxLength={32}
              dir="ltr"
              {...form.input('loginUser')}
              value={form.values.loginUser ?? ''}
              onChange={(event) => form.set({ loginUser: event.currentTarget.value || null })}
            />
            <TextInput
              label={text('minRamMb')}
              inputMode="numeric"
              dir="ltr"
              {...form.input('minRamMb')}
              onChange={(event) =>
                form.set({
                  minRamMb: Number(event.currentTarget.value.replace(/\D/g, '').slice(0, 7)),
                })
              }
            />
          </Grid>
          <Checkbox label={text('supportsCloudInit')} {...form.checkbox('supportsCloudInit')} />
        </>
      )}
    </>
  );
}

/** Input for an MD5, SHA-256 or SHA-512 digest in hex. The length determines the type. */
export function DigestField({ form }: { form: Form<{ digest: string }> }) {
  const { digest } = form.values;
  const type = digestType(digest);
  return (
    <TextInput
      label={text('digestOptional')}
      description={
        digest.trim() === ''
          ? text('digestHint')
          : type
            ? text('digestIs', { type: type.toUpperCase() })
            : text('digestUnknown')
      }
      maxLength={200}
      dir="ltr"
      {...form.input('digest')}
    />
  );
}
