import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/ConfirmDialog.tsx';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Section } from '../../../../web/ui/Section.tsx';
import { useRun } from '../../../../web/ui/useRun.ts';
import { useSave } from '../../../../web/ui/useSave.ts';
import { Code } from '../../../../web/ui/values.tsx';
import { HostField } from '../HostField.tsx';
import { text } from '../text.ts';

type Claim = Answer<'getSiteSettings'>['hosts'][number];
const invalidates = ['getSiteSettings', 'getSite', 'listSites', 'hostState'] as const;

/** The names a site answers under, and those that wait for their proof in the DNS. */
export function HostNames({
  siteId,
  hosts,
  problem,
}: {
  siteId: string;
  hosts: readonly Claim[];
  problem: string | null;
}) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const run = useRun();
  return (
    <Section title={text('hostNames')}>
      {hosts.length === 0 ? (
        <div className="notice notice-warning">
          <Icon name="alert" />
          <span>{text('hostsNone')}</span>
        </div>
      ) : (
        <p className="site-hint">{text('hostsHint')}</p>
      )}
      {problem && (
        <div className="notice notice-warning">
          <Icon name="info" />
          <span>{problem}</span>
        </div>
      )}
      <ul className="site-hosts">
        {hosts.map((claim) => (
          <HostLine
            key={claim.host}
            siteId={siteId}
            claim={claim}
            isFixed={problem !== null}
            onLeave={() => setLeaving(claim.host)}
          />
        ))}
      </ul>
      {problem === null && <AddHost siteId={siteId} />}
      {leaving && (
        <ConfirmDialog
          title={text('removeHost', { host: leaving })}
          confirmLabel={text('giveUp')}
          isDangerous
          onConfirm={async () => {
            await call('deleteSiteHost', { params: { siteHost: siteId, host: leaving } });
            await run(text('hostRemoved', { host: leaving }), async () => undefined, invalidates);
          }}
          onClose={() => setLeaving(null)}
        >
          {text('removeHostText', { host: leaving })}
        </ConfirmDialog>
      )}
    </Section>
  );
}

type HostState = 'waiting' | 'lapsed' | 'recordMissing' | 'provedRoot' | 'proved';
const tones: Record<HostState, 'good' | 'warning' | 'bad'> = {
  ...{
    waiting: 'warning',
    lapsed: 'bad',
    recordMissing: 'warning',
    provedRoot: 'good',
    proved: 'good',
  },
};

function stateOf({ provedAt, provedBy, lapsedAt, problem }: Claim): HostState {
  if (!provedAt) return 'waiting';
  if (lapsedAt) return 'lapsed';
  if (problem) return 'recordMissing';
  return provedBy === 'root' ? 'provedRoot' : 'proved';
}

function HostLine({
  siteId,
  claim,
  isFixed,
  onLeave,
}: {
  siteId: string;
  claim: Claim;
  isFixed: boolean;
  onLeave(): void;
}) {
  const { host, record, value } = claim;
  const state = stateOf(claim);
  const isProved = state === 'proved' || state === 'provedRoot';
  const checking = useSave([]);
  const check = () =>
    checking.save(
      text('hostProved', { host }),
      () => call('checkSiteHost', { params: { siteHost: siteId }, body: { host } }),
      invalidates,
    );
  return (
    <li>
      <div className="site-host-line">
        <Code>{host}</Code>
        <Badge tone={tones[state]}>{text(state)}</Badge>
        <span>
          {!isProved && !isFixed && (
            <Button
              size="xs"
              variant="default"
              loading={checking.isBusy}
              aria-label={text('checkNamed', { host })}
              onClick={() => void check()}
            >
              {text('checkNow')}
            </Button>
          )}
          {!isFixed && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={text('giveUpNamed', { host })}
              onClick={onLeave}
            >
              {text('giveUp')}
            </Button>
          )}
        </span>
      </div>
      {state === 'lapsed' && <p className="site-hint">{text('lapsedHint')}</p>}
      {!isProved && record && value && (
        <div className="site-proof">
          <p>{text('proofHow', { host })}</p>
          <dl>
            <dt>{text('record')}</dt>
            <dd>
              <code dir="ltr">{record}</code>
              <CopyButton value={record} label={text('record')} />
            </dd>
            <dt>{text('value')}</dt>
            <dd>
              <code dir="ltr">{value}</code>
              <CopyButton value={value} label={text('value')} />
            </dd>
          </dl>
        </div>
      )}
      {checking.general && (
        <p className="form-problem" role="alert">
          {checking.general}
        </p>
      )}
    </li>
  );
}

function AddHost({ siteId }: { siteId: string }) {
  const [host, setHost] = useState('');
  const saving = useSave(['host']);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const isAdded = await saving.save(
      text('hostAdded', { host }),
      () => call('createSiteHost', { params: { siteHost: siteId }, body: { host } }),
      invalidates,
    );
    if (isAdded) setHost('');
  };
  return (
    <form className="site-form" onSubmit={(event) => void add(event)} noValidate>
      <div className="site-add">
        <HostField
          label={text('addHost')}
          value={host}
          problem={saving.problemAt('host') ?? saving.general ?? undefined}
          onChange={(value) => {
            setHost(value);
            saving.clear();
          }}
        />
        <Button
          type="submit"
          variant="default"
          loading={saving.isBusy}
          disabled={host.trim() === ''}
          className="site-add-button"
        >
          {text('add')}
        </Button>
      </div>
    </form>
  );
}
