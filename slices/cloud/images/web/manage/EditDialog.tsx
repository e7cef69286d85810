import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
import { ImageFieldsForm } from '../bring/FactsFields.tsx';
import { FormDialog } from '../bring/FormDialog.tsx';
import { type CompleteImageFields, imageFieldNames, imageFieldsOf } from '../bring/facts.ts';
import { fullName, type Image } from '../image.tsx';
import { text } from '../text.ts';

export default function EditDialog({ image, onClose }: { image: Image; onClose(): void }) {
  const [fields, setFields] = useState<CompleteImageFields>(() => imageFieldsOf(image));
  const saving = useSave(imageFieldNames);
  const submit = async () => {
    const work = () => call('updateImage', { params: { imageId: image.id }, body: fields });
    if (await saving.save(text('saved'), work)) onClose();
  };
  return (
    <FormDialog
      title={text('editTitle', { name: fullName(image) })}
      submit={text('save')}
      saving={saving}
      isReady={fields.name.trim().length > 1}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ImageFieldsForm
        facts={fields}
        onChange={setFields}
        problemAt={saving.problemAt}
        isCd={image.kind === 'iso'}
      />
    </FormDialog>
  );
}
