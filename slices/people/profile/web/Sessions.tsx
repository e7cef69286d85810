import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Device, LocationAndIp } from '../../../../web/ui/values/Location.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import styles from './profile.module.css';
import { SettingRow } from './SettingRow.tsx';
import { text } from './text.ts';

const deviceIcons = {
  computer: 'device-desktop',
  phone: 'device-mobile',
  program: 'terminal',
  unknown: 'world',
} as const;

export default function Sessions() {
  return (
    <Stack className={styles.profileSections} gap={20}>
      <SignedIn />
      <RememberedBrowsers />
    </Stack>
  );
}

/** The active sessions. */
function SignedIn() {
  const sessions = useCall('listSessions', {}, { alwaysMs: 25_000 });
  const [isEnding, setEnding] = useState(false);
  const run = useRun();
  const items = sessions.data?.items;
  const end = (sessionId: string) =>
    run(text('sessionEnded'), () => call('endSession', { params: { sessionId } }));
  return (
    <Section
      title={text('sessions')}
      isFlush
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={(items?.length ?? 0) < 2}
          onClick={() => setEnding(true)}
        >
          {text('sessionsEndOthers')}
        </Button>
      }
    >
      {sessions.isError && !items ? (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : !items ? (
        <div className={styles.profileInset}>
          <Skeleton count={4} />
        </div>
      ) : (
        items.map((session) => (
          <SettingRow
            key={session.id}
            title={
              <Row
                as="span"
                className={styles.profileDevice}
                isInline
                align="center"
                gap="8px 10px"
              >
                <Icon name={deviceIcons[session.deviceKind]} />
                <Device name={session.device} />
                {session.isThis && <Badge tone="good">{text('thisSession')}</Badge>}
              </Row>
            }
            hint={
              <>
                <LocationAndIp place={session.place} ip={session.ip} /> · {text('since')}{' '}
                <RelativeTime at={session.since} /> · {text('lastSeen')}{' '}
                <RelativeTime at={session.lastSeen} />
              </>
            }
          >
            {!session.isThis && (
              <Button
                size="xs"
                variant="default"
                aria-label={text('signOutNamed', { name: session.device })}
                onClick={() => void end(session.id)}
              >
                {text('signOut')}
              </Button>
            )}
          </SettingRow>
        ))
      )}
      {isEnding && (
        <ConfirmDialog
          title={text('sessionsEndOthers')}
          confirmLabel={text('signOut')}
          onConfirm={async () => {
            await call('endOtherSessions');
            await run(text('sessionEnded'), async () => undefined);
          }}
          onClose={() => setEnding(false)}
        >
          {text('sessionsEndText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Browsers that can skip the second factor. */
function RememberedBrowsers() {
  const browsers = useCall('listRememberedBrowsers', {});
  const run = useRun();
  const items = browsers.data?.items;
  const removeBrowser = (browserId: string) =>
    run(text('browserForgotten'), () => call('forgetBrowser', { params: { browserId } }));
  return (
    <Section title={text('browsers')} isFlush>
      {browsers.isError && !items ? (
        <ErrorState error={browsers.error} onRetry={() => void browsers.refetch()} />
      ) : !items ? (
        <div className={styles.profileInset}>
          <Skeleton count={3} />
        </div>
      ) : items.length === 0 ? (
        <EmptyState
          icon="device-desktop"
          title={text('browsersNone')}
          hint={text('browsersWhat')}
        />
      ) : (
        items.map((browser) => (
          <SettingRow
            key={browser.id}
            title={
              <Row
                as="span"
                className={styles.profileDevice}
                isInline
                align="center"
                gap="8px 10px"
              >
                <Icon name={deviceIcons[browser.deviceKind]} />
                <Device name={browser.device} />
                {browser.isThis && <Badge tone="good">{text('thisBrowser')}</Badge>}
              </Row>
            }
            hint={
              <>
                <LocationAndIp place={browser.place} ip={browser.ip} /> · {text('lastUsed')}{' '}
                <RelativeTime at={browser.lastUsed} /> · {text('until')}{' '}
                <RelativeTime at={browser.expires} />
              </>
            }
          >
            <Button
              size="xs"
              variant="default"
              aria-label={text('forgetNamed', { name: browser.device })}
              onClick={() => void removeBrowser(browser.id)}
            >
              {text('forget')}
            </Button>
          </SettingRow>
        ))
      )}
    </Section>
  );
}
