import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Form } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Grid } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { IdentityFields } from '../fields.tsx';
import { text } from '../text.ts';
import { HostNames } from './HostNames.tsx';

type SiteSettings = Answer<'getSiteSettings'>;
type SettingsDraft = Omit<SiteSettings, 'hosts' | 'hostsProblem'>;

export default function Settings({ siteId }: { siteId: string }) {
  const settings = useCall('getSiteSettings', { params: { siteHost: siteId } });
  if (settings.isError && !settings.data)
    return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  if (!settings.data) return <Skeleton count={8} />;
  const { hosts, hostsProblem, ...saved } = settings.data;
  return (
    <>
      <HostNames siteId={siteId} hosts={hosts} problem={hostsProblem} />
      {/* The key recreates the form when the settings changed elsewhere, so that users can't overwrite changes they haven't seen. */}
      <SettingsForm key={JSON.stringify(saved)} siteId={siteId} saved={saved} />
    </>
  );
}

function SettingsForm({ siteId, saved }: { siteId: string; saved: SettingsDraft }) {
  const form = useForm(saved);
  const save = () =>
    form.save(text('saved'), () =>
      call('updateSiteSettings', { params: { siteHost: siteId }, body: form.values }),
    );
  return (
    <Section title={text('identity')}>
      <Form
        form={form}
        submitLabel={text('save')}
        isReady={form.isChanged}
        maxWidth={760}
        onSubmit={save}
      >
        <IdentityFields value={form.values} problemAt={form.problemAt} onChange={form.set} />
        <Grid min={240} gap={16} align="start">
          <TextInput label={text('copyright')} maxLength={200} {...form.input('copyright')} />
          <TextInput
            label={text('mailSender')}
            description={text('mailSenderHint')}
            maxLength={320}
            dir="ltr"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.input('mailSender')}
          />
        </Grid>
        <NativeSelect
          label={text('signUp')}
          data={([0, 1, 2] as const).map((value) => ({
            value: String(value),
            label: text(`signUp${value}`),
          }))}
          {...form.input('signUp')}
          value={String(form.values.signUp)}
          onChange={(event) =>
            form.set({ signUp: Number(event.currentTarget.value) as SettingsDraft['signUp'] })
          }
        />
        <Checkbox
          label={text('requiresEmailValidation')}
          {...form.checkbox('requiresEmailValidation')}
        />
      </Form>
    </Section>
  );
}
