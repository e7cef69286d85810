import { Button } from '@mantine/core';
import { useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { Secrets } from './Secrets.tsx';
import styles from './servicelets.module.css';
import { text } from './text.ts';

type App = NonNullable<Answer<'getServerApp'>['app']>;
type AppWork = 'check' | 'upgrade' | 'retry' | 'remove';

const tones: Record<App['state'], Tone> = {
  waiting: 'busy',
  installing: 'busy',
  installed: 'good',
  failed: 'bad',
  upgrading: 'busy',
  removing: 'busy',
  removed: 'neutral',
};

interface AppSectionProps {
  server: { id: string; name: string };
  /**
   * Shows the output of the latest action on the app. If omitted, as on the overview, the actions
   * are hidden.
   */
  onShow?(serviceletId: string): void;
}

/** The app a server was created with. Empty if there is none. */
export default function AppSection({ server, onShow }: AppSectionProps) {
  const answer = useCall('getServerApp', { params: { serverId: server.id } }, { pollMs: 10_000 });
  const [dialog, setDialog] = useState<'remove' | 'secrets' | null>(null);
  const run = useRun();
  const app = answer.data?.app;
  if (!app) return null;

  const work = (name: AppWork) =>
    call('workOnServerApp', { params: { serverId: server.id, work: name } });
  const startWork = (name: AppWork) =>
    void run(text('begun', { work: text(name) }), () => work(name));
  const names: readonly AppWork[] =
    app.state === 'failed'
      ? ['retry', 'check', 'upgrade', 'remove']
      : ['check', 'upgrade', 'remove'];
  return (
    <Section
      title={text('app')}
      actions={
        <>
          {app.health !== 'unknown' && app.state === 'installed' && (
            <Badge tone={app.health === 'healthy' ? 'good' : 'bad'}>{text(app.health)}</Badge>
          )}
          <Badge tone={tones[app.state]}>{text(`app.${app.state}`)}</Badge>
        </>
      }
    >
      <Row className={styles.appHead} align="baseline" gap="4px 12px" mb={10}>
        <strong>
          <bdi>{app.title}</bdi>
        </strong>
        <span className="soft">
          {text('version', { version: app.version })}
          {app.installedAt && (
            <>
              {' · '}
              <RelativeTime at={app.installedAt} />
            </>
          )}
        </span>
      </Row>
      <Links links={app.links} />
      {app.parameters.length > 0 && (
        <KeyValue
          rows={app.parameters.map(({ title, value }) => [title, <bdi key={title}>{value}</bdi>])}
        />
      )}
      <Row className={styles.serviceletTools} align="end" gap="10px 12px">
        {app.hasSecrets && (
          <Verb
            title={text('secrets')}
            icon="key"
            reason={app.actions.secrets}
            onPress={() => setDialog('secrets')}
            isPrimary
          />
        )}
        {onShow && app.serviceletId && (
          <Button size="xs" variant="default" onClick={() => onShow(app.serviceletId ?? '')}>
            {text('progress')}
          </Button>
        )}
        {onShow &&
          names.map((name) => (
            <Verb
              key={name}
              title={
                name === 'upgrade' && app.newVersion
                  ? text('upgradeTo', { version: app.newVersion })
                  : text(name)
              }
              icon={icons[name]}
              reason={app.actions[name]}
              onPress={() => (name === 'remove' ? setDialog('remove') : startWork(name))}
            />
          ))}
      </Row>
      {dialog === 'remove' && (
        <ConfirmDialog
          title={text('removeTitle', { name: app.title })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await work('remove');
            await run(text('begun', { work: text('remove') }), async () => undefined);
          }}
          onClose={() => setDialog(null)}
        >
          {text('removeText')}
        </ConfirmDialog>
      )}
      {dialog === 'secrets' && <Secrets serverId={server.id} onClose={() => setDialog(null)} />}
    </Section>
  );
}

/** The addresses of the app. Only web addresses are links, the others are for other programs. */
function Links({ links }: Pick<App, 'links'>) {
  if (links.length === 0) return null;
  return (
    <Stack as="ul" gap={8} mb={12}>
      {links.map(({ title, url }) => (
        <Row as="li" align="center" justify="space-between" gap="2px 10px" key={title}>
          {/^https?:\/\//.test(url) ? (
            <a className="link" href={url} target="_blank" rel="noreferrer noopener">
              {title} <Icon name="external-link" size={14} />
            </a>
          ) : (
            <span>{title}</span>
          )}
          <Row
            as="span"
            className={styles.appAddress}
            align="center"
            justify="space-between"
            gap="2px 10px"
          >
            <bdi dir="ltr" className="code">
              {url}
            </bdi>
            <CopyButton value={url} label={title} />
          </Row>
        </Row>
      ))}
    </Stack>
  );
}

const icons = { check: 'check', upgrade: 'upload', retry: 'reload', remove: 'trash' } as const;

interface VerbProps {
  title: string;
  icon: IconName;
  reason: string | null;
  isPrimary?: boolean;
  onPress(): void;
}

function Verb({ title, icon, reason, isPrimary = false, onPress }: VerbProps) {
  return (
    <Button
      size="xs"
      variant={isPrimary ? 'filled' : 'default'}
      leftSection={<Icon name={icon} size={15} />}
      {...(reason !== null
        ? { 'data-disabled': true, 'aria-disabled': true, 'data-hint': reason }
        : {})}
      onClick={(event) => (reason === null ? onPress() : event.preventDefault())}
    >
      {title}
    </Button>
  );
}
