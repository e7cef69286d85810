import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
import { Grid, Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { IdentityFields } from '../fields.tsx';
import styles from '../sites.module.css';
import { text } from '../text.ts';
import { HostNames } from './HostNames.tsx';

type SiteSettings = Answer<'getSiteSettings'>;
type SettingsDraft = Omit<SiteSettings, 'hosts' | 'hostsProblem'>;

export default function Settings({ siteId }: { siteId: string }) {
  const settings = useCall('getSiteSettings', { params: { siteHost: siteId } });
  if (settings.isError && !settings.data)
    return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  if (!settings.data) return <Skeleton count={8} />;
  const { hosts, hostsProblem, ...form } = settings.data;
  return (
    <>
      <HostNames siteId={siteId} hosts={hosts} problem={hostsProblem} />
      {/* The key recreates the form when the settings changed elsewhere, so that users can't overwrite changes they haven't seen. */}
      <SettingsForm key={JSON.stringify(form)} siteId={siteId} saved={form} />
    </>
  );
}

const fields = [
  'name',
  'systemName',
  'copyright',
  'languages',
  'currency',
  'timeZone',
  'mailSender',
  'signUp',
  'requiresEmailValidation',
] as const;

function SettingsForm({ siteId, saved }: { siteId: string; saved: SettingsDraft }) {
  const [form, setForm] = useState(saved);
  const saving = useSave(fields);
  const change = (next: Partial<SettingsDraft>) => setForm((before) => ({ ...before, ...next }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await saving.save(text('saved'), () =>
      call('updateSiteSettings', { params: { siteHost: siteId }, body: form }),
    );
  };
  return (
    <Section title={text('identity')}>
      <Stack as="form" gap={16} maxWidth={760} onSubmit={(event) => void save(event)} noValidate>
        <IdentityFields value={form} problemAt={saving.problemAt} onChange={change} />
        <Grid min={240} gap={16} align="start">
          <TextInput
            label={text('copyright')}
            error={saving.problemAt('copyright')}
            value={form.copyright}
            maxLength={200}
            onChange={(event) => change({ copyright: event.currentTarget.value })}
          />
          <TextInput
            label={text('mailSender')}
            description={text('mailSenderHint')}
            error={saving.problemAt('mailSender')}
            value={form.mailSender}
            maxLength={320}
            dir="ltr"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={(event) => change({ mailSender: event.currentTarget.value })}
          />
        </Grid>
        <NativeSelect
          label={text('signUp')}
          value={String(form.signUp)}
          data={([0, 1, 2] as const).map((value) => ({
            value: String(value),
            label: text(`signUp${value}`),
          }))}
          onChange={(event) =>
            change({ signUp: Number(event.currentTarget.value) as SettingsDraft['signUp'] })
          }
        />
        <Checkbox
          label={text('requiresEmailValidation')}
          checked={form.requiresEmailValidation}
          onChange={(event) => change({ requiresEmailValidation: event.currentTarget.checked })}
        />
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general}
          </p>
        )}
        <Row className={styles.siteSave} align="center" gap={12}>
          <Button
            type="submit"
            loading={saving.isBusy}
            disabled={JSON.stringify(form) === JSON.stringify(saved)}
          >
            {text('save')}
          </Button>
        </Row>
      </Stack>
    </Section>
  );
}
