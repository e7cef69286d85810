import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
import { FactsFields } from '../bring/FactsFields.tsx';
import { FormDialog } from '../bring/FormDialog.tsx';
import { type FilledFacts, factFields, factsOf } from '../bring/facts.ts';
import { fullName, type Image } from '../image.tsx';
import { text } from '../text.ts';

export default function EditDialog({ image, onClose }: { image: Image; onClose(): void }) {
  const [facts, setFacts] = useState<FilledFacts>(() => factsOf(image));
  const saving = useSave(factFields);
  const submit = async () => {
    const work = () => call('updateImage', { params: { imageId: image.id }, body: facts });
    if (await saving.save(text('saved'), work)) onClose();
  };
  return (
    <FormDialog
      title={text('editTitle', { name: fullName(image) })}
      submit={text('save')}
      saving={saving}
      isReady={facts.name.trim().length > 1}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FactsFields
        facts={facts}
        onChange={setFacts}
        problemAt={saving.problemAt}
        isCd={image.kind === 'iso'}
      />
    </FormDialog>
  );
}
