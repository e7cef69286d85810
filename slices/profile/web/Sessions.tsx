import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Device, Place } from '../../../web/ui/Place.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { RelativeTime } from '../../../web/ui/values.tsx';
import { Row } from './Row.tsx';
import { text } from './text.ts';

const deviceIcons = {
  computer: 'device-desktop',
  phone: 'device-mobile',
  program: 'terminal',
  unknown: 'world',
} as const;

export default function Sessions() {
  return (
    <div className="profile-sections">
      <SignedIn />
      <Remembered />
    </div>
  );
}

/** Where one is signed in now. */
function SignedIn() {
  const sessions = useCall('listSessions', {}, { alwaysMs: 25_000 });
  const [isEnding, setEnding] = useState(false);
  const run = useRun();
  const items = sessions.data?.items;
  const end = (sessionId: string) =>
    run(text('sessionEnded'), () => call('endSession', { params: { sessionId } }), [
      'listSessions',
    ]);
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
        <div className="profile-inset">
          <Skeleton count={4} />
        </div>
      ) : (
        items.map((session) => (
          <Row
            key={session.id}
            title={
              <span className="profile-device">
                <Icon name={deviceIcons[session.deviceKind]} />
                <Device name={session.device} />
                {session.isThis && <Badge tone="good">{text('thisSession')}</Badge>}
              </span>
            }
            hint={
              <>
                <Place place={session.place} ip={session.ip} /> · {text('since')}{' '}
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
          </Row>
        ))
      )}
      {isEnding && (
        <ConfirmDialog
          title={text('sessionsEndOthers')}
          confirmLabel={text('signOut')}
          onConfirm={async () => {
            await call('endOtherSessions');
            await run(text('sessionEnded'), async () => undefined, ['listSessions']);
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
function Remembered() {
  const browsers = useCall('listRememberedBrowsers', {});
  const run = useRun();
  const items = browsers.data?.items;
  const forget = (browserId: string) =>
    run(text('browserForgotten'), () => call('forgetBrowser', { params: { browserId } }), [
      'listRememberedBrowsers',
    ]);
  return (
    <Section title={text('browsers')} isFlush>
      {browsers.isError && !items ? (
        <ErrorState error={browsers.error} onRetry={() => void browsers.refetch()} />
      ) : !items ? (
        <div className="profile-inset">
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
          <Row
            key={browser.id}
            title={
              <span className="profile-device">
                <Icon name={deviceIcons[browser.deviceKind]} />
                <Device name={browser.device} />
                {browser.isThis && <Badge tone="good">{text('thisBrowser')}</Badge>}
              </span>
            }
            hint={
              <>
                <Place place={browser.place} ip={browser.ip} /> · {text('lastUsed')}{' '}
                <RelativeTime at={browser.lastUsed} /> · {text('until')}{' '}
                <RelativeTime at={browser.expires} />
              </>
            }
          >
            <Button
              size="xs"
              variant="default"
              aria-label={text('forgetNamed', { name: browser.device })}
              onClick={() => void forget(browser.id)}
            >
              {text('forget')}
            </Button>
          </Row>
        ))
      )}
    </Section>
  );
}
