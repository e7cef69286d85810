import { FileInput, NativeSelect } from '@mantine/core';
import { call } from '../../../../../web/client.ts';
import { FormDialog } from '../../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { formatBytes } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';
import { send } from '../upload/activeUploads.ts';
import { safeFileName } from '../upload/digest.ts';
import { ImageCost } from './ImageCost.tsx';
import { DigestField, ImageFieldsForm } from './ImageFieldsForm.tsx';
import { emptyFacts } from './imageFields.ts';
import type { NewVersionSource } from './newVersionSource.ts';

/**
 * Selects the file of an image and its name. The upload continues in the page while the user works
 * elsewhere.
 */
export default function UploadDialog({
  versionOf,
  onClose,
}: {
  versionOf: NewVersionSource | null;
  onClose(): void;
}) {
  const form = useForm(
    {
      ...(versionOf?.facts ?? emptyFacts),
      digest: '',
      file: null as File | null,
      kind: versionOf?.kind ?? ('private' as 'private' | 'iso'),
    },
    ['fileName', 'sizeBytes'],
  );
  const { file, digest, ...fields } = form.values;
  const choose = (chosen: File | null) =>
    form.set({
      file: chosen,
      ...(chosen && !versionOf && { kind: /\.iso$/i.test(chosen.name) ? 'iso' : 'private' }),
      ...(chosen &&
        fields.name === '' && { name: chosen.name.replace(/\.[^.]+$/, '').slice(0, 100) }),
    });
  const submit = async () => {
    if (!file) return false;
    return form.save(text('uploadBegun'), async () => {
      const body = {
        ...fields,
        ...{ fileName: safeFileName(file.name), sizeBytes: file.size },
        ...(digest.trim() && { digest }),
        ...(versionOf && { familyOf: versionOf.id }),
      };
      send(await call('startUpload', { body }), file);
    });
  };
  return (
    <FormDialog
      title={versionOf ? text('versionTitle', { name: versionOf.facts.name }) : text('uploadTitle')}
      submitLabel={text('upload')}
      size={620}
      form={form}
      isReady={file !== null && fields.name.trim().length > 1}
      onSubmit={submit}
      onClose={onClose}
    >
      <FileInput
        label={text('file')}
        description={file ? formatBytes(file.size) : text('fileHint')}
        placeholder={text('chooseFile')}
        required
        {...form.input('file')}
        error={form.problemAt('fileName') ?? form.problemAt('sizeBytes')}
        onChange={choose}
      />
      <NativeSelect
        label={text('kind')}
        disabled={versionOf !== null}
        data={[
          { value: 'private', label: text('kindDisk') },
          { value: 'iso', label: text('kindIso') },
        ]}
        {...form.input('kind')}
      />
      <ImageFieldsForm form={form} isCd={fields.kind === 'iso'} />
      <DigestField form={form} />
      <ImageCost of={{}} />
    </FormDialog>
  );
}
