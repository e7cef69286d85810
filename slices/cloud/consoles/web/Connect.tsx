import { SegmentedControl } from '@mantine/core';
import styles from './console.module.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Suspense, useState } from 'react';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { ConsoleOf } from './ConsoleOf.tsx';
import type { Kind, Server } from './openSocket.ts';
import { SignInHint } from './parts/SignInHint.tsx';
import { Recordings } from './Recordings.tsx';
import { text } from './text.ts';
import { initialKind, isUnavailable, NoConsole, saveKind, useConnect } from './useConsoles.tsx';

/** The consoles of a server in the browser, and their recordings. */
export default function Connect({ server }: { server: Server }) {
  const connect = useConnect(server.id);
  const [selectedKind, setSelectedKind] = useState<Kind | null>(null);
  if (connect.isError && !connect.data)
    return <ErrorState error={connect.error} onRetry={() => void connect.refetch()} />;
  if (!connect.data) return <Skeleton count={8} />;
  const kind = initialKind(connect.data, selectedKind);
  const choose = (next: string) => {
    saveKind(next as Kind);
    setSelectedKind(next as Kind);
  };
  return (
    <>
      {isUnavailable(server) ? (
        <NoConsole server={server} />
      ) : (
        <Section
          title={text(kind)}
          actions={
            <SegmentedControl
              className={styles.consoleKinds}
              data-part="console-kinds"
              withItemsBorders={false}
              size="xs"
              aria-label={text('consoleKind')}
              value={kind}
              onChange={choose}
              data={connect.data.kinds.map((consoleKind) => ({
                value: consoleKind.kind,
                label: text(consoleKind.kind),
              }))}
            />
          }
        >
          <Suspense fallback={<Skeleton count={6} />}>
            <ConsoleOf kind={kind} seat={{ server, connect: connect.data, isOwnWindow: false }} />
          </Suspense>
          {(kind === 'serial' || kind === 'vnc') && <SignInHint server={server} />}
        </Section>
      )}
      {connect.data.replay === null && <Recordings server={server} />}
    </>
  );
}
