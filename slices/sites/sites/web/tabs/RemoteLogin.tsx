import { Button, Switch, Textarea } from '@mantine/core';
import { Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import styles from '../sites.module.css';
import '@mantine/core/styles/Switch.css';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Form } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';

type Remote = Answer<'getSiteRemoteLogin'>;

export default function RemoteLogin({ siteId }: { siteId: string }) {
  const remote = useCall('getSiteRemoteLogin', { params: { siteHost: siteId } });
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
        <Text mb={14} maxWidth="72ch" tone="soft">
          {text('callHint')}
        </Text>
        <Text
          as="pre"
          isMono
          size="0.93em"
          wrap="pre"
          mt={8}
          p="12px 14px"
          scroll="x"
          textAlign="left"
          isShaded
          isRounded
          dir="ltr"
        >{`POST ${remote.data.address}
content-type: application/json

{"token": "…", "email": "dana@example.com"}

→ {"token": "…", "expiresAt": "…"}`}</Text>
      </Section>
    </>
  );
}

function Access({ siteId, remote }: { siteId: string; remote: Remote }) {
  const form = useForm({
    remoteWebAccess: remote.remoteWebAccess,
    remoteIps: remote.remoteIps.join('\n'),
  });
  const body = {
    remoteWebAccess: form.values.remoteWebAccess,
    remoteIps: form.values.remoteIps.split(/[\s,]+/).filter(Boolean),
  };
  const isChanged =
    body.remoteWebAccess !== remote.remoteWebAccess ||
    body.remoteIps.join() !== remote.remoteIps.join();
  const save = () =>
    form.save(text('saved'), () =>
      call('updateSiteRemoteLogin', { params: { siteHost: siteId }, body }),
    );
  return (
    <Section title={text('remoteTitle')}>
      <Text mb={14} maxWidth="72ch" tone="soft">
        {text('remoteHint')}
      </Text>
      <Form
        form={form}
        submitLabel={text('save')}
        isReady={isChanged}
        maxWidth={760}
        onSubmit={save}
      >
        <Switch label={text('remoteOn')} {...form.checkbox('remoteWebAccess')} />
        <Textarea
          label={text('remoteIps')}
          description={text('remoteIpsHint')}
          rows={4}
          dir="ltr"
          spellCheck={false}
          {...form.input('remoteIps')}
        />
      </Form>
    </Section>
  );
}

function Token({ siteId, remote }: { siteId: string; remote: Remote }) {
  const [isConfirming, setConfirming] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const run = useRun();
  const renew = async () => {
    const created = await call('renewSiteToken', { params: { siteHost: siteId } });
    setToken(created.token);
    await run(text('tokenMade'), async () => undefined);
  };
  return (
    <Section title={text('token')}>
      <Stack gap={16} maxWidth={760}>
        {token && (
          <div className="notice notice-warning">
            <Row align="center" gap="6px 10px" role="status">
              <Text flexBasis="100%">{text('tokenOnce')}</Text>
              <code className="code" dir="ltr">
                {token}
              </code>
              <CopyButton value={token} label={text('token')} />
            </Row>
          </div>
        )}
        <Row className={styles.siteSave} align="center" gap={12}>
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
            onClick={() => (remote.hasToken ? setConfirming(true) : void renew())}
          >
            {text(remote.hasToken ? 'renewToken' : 'makeToken')}
          </Button>
        </Row>
      </Stack>
      {isConfirming && (
        <ConfirmDialog
          title={text('renewTitle')}
          confirmLabel={text('renewToken')}
          isDangerous
          onConfirm={renew}
          onClose={() => setConfirming(false)}
        >
          {text('renewText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
