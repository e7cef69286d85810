import { FileInput, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
import { formatBytes } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';
import { safeFileName } from '../upload/digest.ts';
import { send } from '../upload/sending.ts';
import { DigestField, ImageFieldsForm } from './FactsFields.tsx';
import { FormDialog } from './FormDialog.tsx';
import { type CompleteImageFields, emptyFacts, imageFieldNames } from './facts.ts';
import { ImageCost } from './ImageCost.tsx';
import type { NewVersionSource } from './versionOf.ts';

const fields = [...imageFieldNames, 'fileName', 'sizeBytes', 'digest'];

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
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<'private' | 'iso'>(versionOf?.kind ?? 'private');
  const [imageFields, setImageFields] = useState<CompleteImageFields>(
    versionOf?.facts ?? emptyFacts,
  );
  const [digest, setDigest] = useState('');
  const saving = useSave(fields);
  const choose = (chosen: File | null) => {
    setFile(chosen);
    if (!chosen) return;
    if (!versionOf) setKind(/\.iso$/i.test(chosen.name) ? 'iso' : 'private');
    if (imageFields.name === '')
      setImageFields({ ...imageFields, name: chosen.name.replace(/\.[^.]+$/, '').slice(0, 100) });
  };
  const submit = async () => {
    if (!file) return;
    const startedUpload = await saving.save(text('uploadBegun'), async () => {
      const body = {
        ...imageFields,
        kind,
        fileName: safeFileName(file.name),
        sizeBytes: file.size,
      };
      const more = {
        ...(digest.trim() && { digest }),
        ...(versionOf && { familyOf: versionOf.id }),
      };
      send(await call('startUpload', { body: { ...body, ...more } }), file);
    });
    if (startedUpload) onClose();
  };
  return (
    <FormDialog
      title={versionOf ? text('versionTitle', { name: versionOf.facts.name }) : text('uploadTitle')}
      submit={text('upload')}
      saving={saving}
      isReady={file !== null && imageFields.name.trim().length > 1}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FileInput
        label={text('file')}
        description={file ? formatBytes(file.size) : text('fileHint')}
        placeholder={text('chooseFile')}
        value={file}
        required
        onChange={choose}
        error={saving.problemAt('fileName') ?? saving.problemAt('sizeBytes')}
      />
      <NativeSelect
        label={text('kind')}
        value={kind}
        disabled={versionOf !== null}
        data={[
          { value: 'private', label: text('kindDisk') },
          { value: 'iso', label: text('kindIso') },
        ]}
        onChange={(event) => setKind(event.currentTarget.value as 'private' | 'iso')}
      />
      <ImageFieldsForm
        facts={imageFields}
        onChange={setImageFields}
        problemAt={saving.problemAt}
        isCd={kind === 'iso'}
      />
      <DigestField value={digest} onChange={setDigest} problem={saving.problemAt('digest')} />
      <ImageCost of={{}} />
    </FormDialog>
  );
}
