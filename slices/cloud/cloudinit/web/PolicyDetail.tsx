import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenParams } from '../../../../web/navigation.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import styles from './cloudinit.module.css';
import { Configurations, Files, Services } from './PolicyParts.tsx';
import { text } from './text.ts';

export type Policy = Answer<'getPolicy'>;

const tabs = ['files', 'configurations', 'services', 'settings'] as const;

export default function PolicyDetail(): ReactNode {
  const { policyId = '', tab } = useScreenParams('/cloudinit/$policyId/{-$tab}');
  const policy = useCall('getPolicy', { params: { policyId } }, { pollMs: 25_000 });
  const current = tabs.find((id) => id === tab?.toLowerCase()) ?? 'files';
  if (policy.isError && !policy.data)
    return (
      <NotLoaded
        query={policy}
        title={text('title')}
        back={<BackLink to="/cloudinit" title={text('back')} />}
        icon="file-text"
      />
    );
  if (!policy.data) return <Skeleton count={8} />;
  const { data } = policy;
  const isFixed = data.actions.change !== null;
  // Resets the form after a concurrent save.
  const key = data.changedAt;
  return (
    <>
      <PageHeader
        back={<BackLink to="/cloudinit" title={text('back')} />}
        title={<bdi>{data.name}</bdi>}
        detail={
          <>
            <Badge tone={data.isEnabled ? 'good' : 'neutral'}>
              {text(data.isEnabled ? 'offered' : 'notOffered')}
            </Badge>
            <bdi>{data.site}</bdi>
            <RelativeTime at={data.changedAt} />
            {data.actions.change && <span>{data.actions.change}</span>}
          </>
        }
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={tabs.map((id) => ({
          id,
          title: text(id),
          to: `/cloudinit/${policyId}${id === 'files' ? '' : `/${id}`}`,
        }))}
      />
      <fieldset className={styles.policy} disabled={isFixed}>
        {current === 'files' && <Files key={key} policy={data} />}
        {current === 'configurations' && <Configurations key={key} policy={data} />}
        {current === 'services' && <Services key={key} policy={data} />}
        {current === 'settings' && <Settings key={key} policy={data} />}
      </fieldset>
      <Result composed={data.composed} />
    </>
  );
}

function Settings({ policy }: { policy: Policy }) {
  const form = useForm({
    name: policy.name,
    description: policy.description,
    isEnabled: policy.isEnabled,
  });
  const [isRemoving, setRemoving] = useState(false);
  const run = useRun();
  const go = useGo();
  const params = { policyId: policy.id };
  return (
    <Section title={text('settings')}>
      <Form
        form={form}
        submitLabel={text('save')}
        maxWidth={560}
        actions={
          <Button
            variant="default"
            leftSection={<Icon name="trash" size={15} />}
            onClick={() => setRemoving(true)}
          >
            {text('remove')}
          </Button>
        }
        onSubmit={() =>
          form.save(text('saved'), () => call('updatePolicy', { params, body: form.values }))
        }
      >
        <TextInput label={text('name')} {...form.input('name')} />
        <TextInput label={text('description')} {...form.input('description')} />
        <Checkbox label={text('isOffered')} {...form.checkbox('isEnabled')} />
      </Form>
      {isRemoving && (
        <ConfirmDialog
          title={text('removeTitle', { name: policy.name })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('deletePolicy', { params });
            await run(text('removed', { name: policy.name }), async () => undefined);
            await go({ to: '/cloudinit' });
          }}
          onClose={() => setRemoving(false)}
        >
          {text('removeText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Result({ composed }: Pick<Policy, 'composed'>) {
  const { problems, merged, document, bytes, maxBytes } = composed;
  return (
    <Section
      title={text('result')}
      actions={<span className="soft number">{text('bytes', { bytes, max: maxBytes })}</span>}
    >
      {bytes === 0 ? (
        <Text wrap="anywhere" tone="soft">
          {text('empty')}
        </Text>
      ) : (
        <Stack gap={16}>
          {problems.map(({ part, line, field, problem, isWarning }) => (
            <Text
              key={`${part} ${line} ${field} ${problem}`}
              wrap="anywhere"
              data-warning={isWarning || undefined}
              style={{ color: isWarning ? 'var(--ink-soft)' : 'var(--danger)' }}
            >
              <bdi>{part}</bdi>, {text('line', { line })} {field && <bdi dir="ltr">{field}</bdi>}:{' '}
              {problem}
            </Text>
          ))}
          {problems.length === 0 && (
            <Text wrap="anywhere" tone="soft">
              {text('fine')}
            </Text>
          )}
          <details open>
            <summary>{text('merged')}</summary>
            {/* Scrollable content must be focusable by keyboard. */}
            <Text
              as="pre"
              isMono
              size="0.8125rem"
              maxHeight={420}
              mt={8}
              p="10px 12px"
              scroll="both"
              isShaded
              isFramed
              dir="ltr"
              tabIndex={0}
            >
              {merged}
            </Text>
          </details>
          <details>
            <summary>{text('document')}</summary>
            {/* Scrollable content must be focusable by keyboard. */}
            <Text
              as="pre"
              isMono
              size="0.8125rem"
              maxHeight={420}
              mt={8}
              p="10px 12px"
              scroll="both"
              isShaded
              isFramed
              dir="ltr"
              tabIndex={0}
            >
              {document}
            </Text>
          </details>
        </Stack>
      )}
    </Section>
  );
}
