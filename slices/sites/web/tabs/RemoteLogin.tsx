import { Button, Switch, Textarea } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/ConfirmDialog.tsx';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Section } from '../../../../web/ui/Section.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/states.tsx';
import { useRun } from '../../../../web/ui/useRun.ts';
import { useSave } from '../../../../web/ui/useSave.ts';
import { RelativeTime } from '../../../../web/ui/values.tsx';
import { text } from '../text.ts';

type Remote = Answer<'getSiteRemoteLogin'>;

export default function RemoteLogin({ siteId }: { siteId: string }) {
  const remote = useCall(
    'getSiteRemoteLogin',
    { params: { siteHost: siteId } },
    { topics: [`site:${siteId}`] },
  );
  if (remote.isError && !remote.data)
    return <ErrorState error={remote.error} onRetry={() => void remote.refetch()} />;
  if (!remote.data) return <Skeleton count={8} />;
  const { remoteWebAccess, remoteIps } = remote.data;
  return (
    <>
      <Access
        key={JSON.stringify([remoteWebAccess, remoteIps])}
        siteId={siteId}
        remote={remote.data}
      />
      <Token siteId={siteId} remote={remote.data} />
      <Section title={text('callTitle')}>
        <p className="site-hint">{text('callHint')}</p>
        <pre className="site-call" dir="ltr">{`POST ${remote.data.address}
content-type: application/json

{"token": "…", "email": "dana@example.com"}

→ {"token": "…", "expiresAt": "…"}`}</pre>
      </Section>
    </>
  );
}

function Access({ siteId, remote }: { siteId: string; remote: Remote }) {
  const [isOn, setOn] = useState(remote.remoteWebAccess);
  const [addresses, setAddresses] = useState(remote.remoteIps.join('\n'));
  const saving = useSave(['remoteIps']);
  const remoteIps = addresses
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const isChanged = isOn !== remote.remoteWebAccess || remoteIps.join() !== remote.remoteIps.join();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await saving.save(
      text('saved'),
      () =>
        call('updateSiteRemoteLogin', {
          params: { siteHost: siteId },
          body: { remoteWebAccess: isOn, remoteIps },
        }),
      ['getSiteRemoteLogin'],
    );
  };
  return (
    <Section title={text('remoteTitle')}>
      <p className="site-hint">{text('remoteHint')}</p>
      <form className="site-form" onSubmit={(event) => void save(event)} noValidate>
        <Switch
          label={text('remoteOn')}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        <Textarea
          label={text('remoteIps')}
          description={text('remoteIpsHint')}
          error={saving.problemAt('remoteIps')}
          rows={4}
          dir="ltr"
          spellCheck={false}
          value={addresses}
          onChange={(event) => setAddresses(event.currentTarget.value)}
        />
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general}
          </p>
        )}
        <div className="site-save">
          <Button type="submit" loading={saving.isBusy} disabled={!isChanged}>
            {text('save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Token({ siteId, remote }: { siteId: string; remote: Remote }) {
  const [isAsked, setAsked] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const run = useRun();
  const renew = async () => {
    const made = await call('renewSiteToken', { params: { siteHost: siteId } });
    setToken(made.token);
    await run(text('tokenMade'), async () => undefined, ['getSiteRemoteLogin']);
  };
  return (
    <Section title={text('token')}>
      <div className="site-form">
        {token && (
          <div className="notice notice-warning">
            <div className="site-once" role="status">
              <p>{text('tokenOnce')}</p>
              <code dir="ltr">{token}</code>
              <CopyButton value={token} label={text('token')} />
            </div>
          </div>
        )}
        <div className="site-save">
          <span className="soft">
            {remote.tokenAt ? (
              <>
                {text('tokenSince')} <RelativeTime at={remote.tokenAt} />
              </>
            ) : (
              text('tokenNone')
            )}
          </span>
          <Button
            variant="default"
            size="xs"
            onClick={() => (remote.hasToken ? setAsked(true) : void renew())}
          >
            {text(remote.hasToken ? 'renewToken' : 'makeToken')}
          </Button>
        </div>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={text('renewTitle')}
          confirmLabel={text('renewToken')}
          isDangerous
          onConfirm={renew}
          onClose={() => setAsked(false)}
        >
          {text('renewText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
