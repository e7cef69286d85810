import { call } from '../../../../../web/client.ts';
import { FormDialog } from '../../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { ImageFieldsForm } from '../add/ImageFieldsForm.tsx';
import { imageFieldsOf } from '../add/imageFields.ts';
import { fullName, type Image } from '../image.tsx';
import { text } from '../text.ts';

export default function EditDialog({ image, onClose }: { image: Image; onClose(): void }) {
  const form = useForm(imageFieldsOf(image));
  const save = () =>
    form.save(text('saved'), () =>
      call('updateImage', { params: { imageId: image.id }, body: form.values }),
    );
  return (
    <FormDialog
      title={text('editTitle', { name: fullName(image) })}
      submitLabel={text('save')}
      size={620}
      form={form}
      isReady={form.values.name.trim().length > 1}
      onSubmit={save}
      onClose={onClose}
    >
      <ImageFieldsForm form={form} isCd={image.kind === 'iso'} />
    </FormDialog>
  );
}
