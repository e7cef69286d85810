import { Button, TextInput } from '@mantine/core';
import { call } from '../../../../../web/client.ts';
import { Form } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { bodyOf, ProviderFields } from './fields.tsx';
import { text } from './text.ts';

/** A new OpenID Connect provider chosen by the site. */
export function NewProvider({ onClose }: { onClose(): void }) {
  const form = useForm({
    social: '',
    title: '',
    issuer: '',
    clientId: '',
    clientSecret: '',
    isEnabled: true,
  });
  const { social, ...draft } = form.values;
  const save = async () => {
    const work = () =>
      call('updateSocialProvider', { params: { social }, body: bodyOf(draft, 'oidc') });
    if (await form.save(text('saved', { title: draft.title }), work)) onClose();
  };
  return (
    <Form
      form={form}
      submitLabel={text('save')}
      maxWidth={720}
      actions={
        <Button variant="default" onClick={onClose}>
          {text('close')}
        </Button>
      }
      onSubmit={save}
    >
      <p>{text('howOwn')}</p>
      <TextInput
        label={text('name')}
        description={text('nameHint')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={31}
        data-autofocus
        {...form.input('social')}
        onChange={(event) => form.set({ social: event.currentTarget.value.toLowerCase() })}
      />
      <ProviderFields form={form} kind="oidc" hasSecret={false} />
    </Form>
  );
}
