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
const touched = ['getSiteSettings', 'getSite', 'listSites', 'hostState'] as const;

/** The names a site answers under, and those that wait for their proof in the DNS. */
export function HostNames({ siteId, hosts }: { siteId: string; hosts: readonly Claim[] }) {
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
      <ul className="site-hosts">
        {hosts.map((claim) => (
          <HostLine key={claim.host} siteId={siteId} claim={claim} onLeave={() => setLeaving(claim.host)} />
        ))}
      </ul>
      <AddHost siteId={siteId} />
      {leaving && (
        <ConfirmDialog
          title={text('removeHost', { host: leaving })}
          confirmLabel={text('giveUp')}
          isDangerous
          onConfirm={async () => {
            await call('removeSiteHost', { params: { siteHost: siteId, host: leaving } });
            await run(text('hostRemoved', { host: leaving }), async () => undefined, touched);
          }}
          onClose={() => setLeaving(null)}
        >
          {text('removeHostText', { host: leaving })}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function HostLine({ siteId, claim, onLeave }: { siteId: string; claim: Claim; onLeave(): void }) {
  const { host, record, value, provedAt, provedBy } = claim;
  const checking = useSave([]);
  const check = () =>
    checking.save(text('hostProved', { host }), () => call('checkSiteHost', { params: { siteHost: siteId }, body: { host } }), touched);
  return (
    <li>
      <div className="site-host-line">
        <Code>{host}</Code>
        <Badge tone={provedAt ? 'good' : 'warning'}>{text(provedAt ? (provedBy === 'root' ? 'provedRoot' : 'proved') : 'waiting')}</Badge>
        <span>
          {!provedAt && (
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
          <Button size="xs" variant="subtle" color="gray" aria-label={text('giveUpNamed', { host })} onClick={onLeave}>
            {text('giveUp')}
          </Button>
        </span>
      </div>
      {record && value && (
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
      () => call('addSiteHost', { params: { siteHost: siteId }, body: { host } }),
      touched,
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
        <Button type="submit" variant="default" loading={saving.isBusy} disabled={host.trim() === ''} className="site-add-button">
          {text('add')}
        </Button>
      </div>
    </form>
  );
}
