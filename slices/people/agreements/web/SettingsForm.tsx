import { Button, Switch } from '@mantine/core';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import '@mantine/core/styles/Switch.css';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { type AgreementSettings, SettingsFields } from './SettingsFields.tsx';
import { text } from './text.ts';

interface SettingsFormProps {
  address: { siteId: string; agreementId: string };
  agreement: Answer<'getAgreement'>;
}

export function SettingsForm({ address, agreement }: SettingsFormProps) {
  const { title, audience, roles, blocks } = agreement;
  const saved: AgreementSettings = { title, audience, roles, blocks };
  const [settings, setSettings] = useState(saved);
  const [isActive, setActive] = useState(agreement.isActive);
  const saving = useSave(['settings']);
  const isChanged =
    isActive !== agreement.isActive || JSON.stringify(settings) !== JSON.stringify(saved);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await saving.save(text('saved'), () =>
      call('updateAgreement', { params: address, body: { settings, isActive } }),
    );
  };
  return (
    <Section>
      <Stack as="form" gap={16} maxWidth={820} onSubmit={(event) => void save(event)} noValidate>
        <SettingsFields
          value={settings}
          problemAt={saving.problemAt}
          onChange={(change) => setSettings((before) => ({ ...before, ...change }))}
        />
        <Switch
          label={text('isActive')}
          checked={isActive}
          onChange={(event) => setActive(event.currentTarget.checked)}
        />
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general}
          </p>
        )}
        <Row align="center" gap={12}>
          <Button type="submit" loading={saving.isBusy} disabled={!isChanged}>
            {text('save')}
          </Button>
        </Row>
      </Stack>
    </Section>
  );
}
