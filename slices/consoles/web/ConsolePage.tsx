import { Button } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useCall } from '../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import './console.css';
import { ConsoleOf } from './ConsoleOf.tsx';
import { text } from './text.ts';
import { chosenKind, isAway, NoConsole, useConnect } from './useConsoles.tsx';

/** A console in a window of its own, with nothing of the portal around it. */
export default function ConsolePage() {
  const { serverId = '' } = useParams({ strict: false }) as { serverId?: string };
  const { kind: asked } = useSearch({ strict: false }) as { kind?: string };
  const server = useCall(
    'getServer',
    { params: { serverId } },
    { topics: [`server:${serverId}`, 'task'], pollMs: 25_000 },
  );
  const connect = useConnect(serverId);
  const name = server.data?.name;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  const problem =
    server.isError && !server.data ? server : connect.isError && !connect.data ? connect : null;
  if (problem)
    return (
      <main className="console-page">
        <h1>{text('consoleTitle')}</h1>
        <ErrorState error={problem.error} onRetry={() => void problem.refetch()} />
      </main>
    );
  if (!server.data || !connect.data) return <Skeleton count={8} />;
  const kind = chosenKind(connect.data, asked ?? null);
  return (
    <main className="console-page">
      <header className="console-page-head">
        <h1>
          <bdi>{server.data.name}</bdi> <span className="soft">{text(kind)}</span>
        </h1>
        {window.opener ? (
          <Button size="xs" variant="default" onClick={() => window.close()}>
            {text('closeWindow')}
          </Button>
        ) : (
          <Link to={`/servers/${serverId}/connect`}>{text('back')}</Link>
        )}
      </header>
      {isAway(server.data) ? (
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
