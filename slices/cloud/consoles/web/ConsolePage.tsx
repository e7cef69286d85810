import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams, useScreenSearch } from '../../../../web/navigation.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row, Text } from '../../../../web/ui/layout/Layout.tsx';
import { ConsoleOf } from './ConsoleOf.tsx';
import styles from './console.module.css';
import { text } from './text.ts';
import { initialKind, isUnavailable, NoConsole, useConnect } from './useConsoles.tsx';

/** A console in a separate window, without the portal's navigation. */
export default function ConsolePage(): ReactNode {
  const { serverId = '' } = useScreenParams('/console/$serverId');
  const { kind: requestedKind } = useScreenSearch();
  const server = useCall('getServer', { params: { serverId } }, { pollMs: 25_000 });
  const connect = useConnect(serverId);
  const name = server.data?.name;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  const problem =
    server.isError && !server.data ? server : connect.isError && !connect.data ? connect : null;
  if (problem)
    return (
      <main className={styles.consolePage}>
        <h1>{text('consoleTitle')}</h1>
        <ErrorState error={problem.error} onRetry={() => void problem.refetch()} />
      </main>
    );
  if (!server.data || !connect.data) return <Skeleton count={8} />;
  const kind = initialKind(connect.data, requestedKind ?? null);
  return (
    <main className={styles.consolePage}>
      <Row
        as="header"
        className={styles.consolePageHead}
        align="center"
        justify="space-between"
        gap="8px 16px"
      >
        <Text as="h1" size="md" weight={600} wrap="anywhere">
          <bdi>{server.data.name}</bdi> <span className="soft">{text(kind)}</span>
        </Text>
        {window.opener ? (
          <Button size="xs" variant="default" onClick={() => window.close()}>
            {text('closeWindow')}
          </Button>
        ) : (
          <Link to={`/servers/${serverId}/connect`}>{text('back')}</Link>
        )}
      </Row>
      {isUnavailable(server.data) ? (
        <NoConsole server={server.data} />
      ) : (
        <Suspense fallback={<Skeleton count={6} />}>
          <ConsoleOf
            kind={kind}
            seat={{ server: server.data, connect: connect.data, isOwnWindow: true }}
          />
        </Suspense>
      )}
    </main>
  );
}
