import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { type Answer, call } from '../../../../web/client.ts';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { SettingsFields, settingsFields } from './SettingsFields.tsx';
import { text } from './text.ts';

interface SettingsFormProps {
  address: { siteId: string; agreementId: string };
  agreement: Answer<'getAgreement'>;
}

export function SettingsForm({ address, agreement }: SettingsFormProps) {
  const { title, audience, roles, blocks } = agreement;
  const form = useForm(
    { title, audience, roles, blocks, isActive: agreement.isActive },
    settingsFields,
  );
  const { isActive, ...settings } = form.values;
  const save = () =>
    form.save(text('saved'), () =>
      call('updateAgreement', { params: address, body: { settings, isActive } }),
    );
  return (
    <Section>
      <Form
        form={form}
        submitLabel={text('save')}
        isReady={form.isChanged}
        maxWidth={820}
        onSubmit={save}
      >
        <SettingsFields value={settings} problemAt={form.problemAt} onChange={form.set} />
        <Switch label={text('isActive')} {...form.checkbox('isActive')} />
      </Form>
    </Section>
  );
}
