import { Button, Checkbox, TextInput } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { BackLink } from '../../../web/ui/BackLink.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { NotLoaded } from '../../../web/ui/NotLoaded.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { Skeleton } from '../../../web/ui/states.tsx';
import { UrlTabs } from '../../../web/ui/UrlTabs.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { useSave } from '../../../web/ui/useSave.ts';
import { RelativeTime } from '../../../web/ui/values.tsx';
import './cloudinit.css';
import { Configurations, Files, Services } from './PolicyParts.tsx';
import { text } from './text.ts';

export type Policy = Answer<'getPolicy'>;

const tabs = ['files', 'configurations', 'services', 'settings'] as const;

export default function PolicyDetail() {
  const { policyId = '', tab } = useParams({ strict: false }) as {
    policyId?: string;
    tab?: string;
  };
  const policy = useCall(
    'getPolicy',
    { params: { policyId } },
    { topics: [`policy:${policyId}`], pollMs: 25_000 },
  );
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
      <fieldset className="policy" disabled={isFixed}>
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
  const [wanted, setWanted] = useState({
    name: policy.name,
    description: policy.description,
    isEnabled: policy.isEnabled,
  });
  const [isRemoving, setRemoving] = useState(false);
  const saving = useSave(['name', 'description']);
  const run = useRun();
  const navigate = useNavigate();
  const params = { policyId: policy.id };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void saving.save(text('saved'), () => call('updatePolicy', { params, body: wanted }), [
      'getPolicy',
      'listPolicies',
      'offeredPolicies',
    ]);
  };
  return (
    <Section title={text('settings')}>
      <form className="policy-settings" onSubmit={save} noValidate>
        <TextInput
          label={text('name')}
          value={wanted.name}
          error={saving.problemAt('name')}
          onChange={(event) => setWanted({ ...wanted, name: event.currentTarget.value })}
        />
        <TextInput
          label={text('description')}
          value={wanted.description}
          error={saving.problemAt('description') ?? saving.general}
          onChange={(event) => setWanted({ ...wanted, description: event.currentTarget.value })}
        />
        <Checkbox
          label={text('isOffered')}
          checked={wanted.isEnabled}
          onChange={(event) => setWanted({ ...wanted, isEnabled: event.currentTarget.checked })}
        />
        <div className="policy-tools">
          <Button type="submit" loading={saving.isBusy}>
            {text('save')}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="trash" size={15} />}
            onClick={() => setRemoving(true)}
          >
            {text('remove')}
          </Button>
        </div>
      </form>
      {isRemoving && (
        <ConfirmDialog
          title={text('removeTitle', { name: policy.name })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('deletePolicy', { params });
            await run(text('removed', { name: policy.name }), async () => undefined, [
              'listPolicies',
              'offeredPolicies',
            ]);
            await navigate({ to: '/cloudinit' });
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
        <p className="policy-line soft">{text('empty')}</p>
      ) : (
        <div className="policy-result">
          {problems.map(({ part, line, field, problem, isWarning }) => (
            <p
              key={`${part} ${line} ${field} ${problem}`}
              className={`policy-line ${isWarning ? 'soft' : 'form-problem'}`}
            >
              <bdi>{part}</bdi>, {text('line', { line })} {field && <bdi dir="ltr">{field}</bdi>}:{' '}
              {problem}
            </p>
          ))}
          {problems.length === 0 && <p className="policy-line soft">{text('fine')}</p>}
          <details open>
            <summary>{text('merged')}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reached by the keyboard */}
            <pre dir="ltr" tabIndex={0}>
              {merged}
            </pre>
          </details>
          <details>
            <summary>{text('document')}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reached by the keyboard */}
            <pre dir="ltr" tabIndex={0}>
              {document}
            </pre>
          </details>
        </div>
      )}
    </Section>
  );
}
