import { Button } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { PowerCost } from '../../../../web/parts/costParts.ts';
import { unavailableReason } from '../../../../web/parts/serverReasons.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Box } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import type { Connect, Kind, Server } from './openSocket.ts';
import { text } from './text.ts';

const storageKey = 'server.console';

export const useConnect = (serverId: string) =>
  useCall('getConnect', { params: { serverId } }, { pollMs: 60_000 });

/** The requested console, otherwise the one used last, otherwise the serial line. */
export function initialKind({ kinds }: Connect, requestedKind: string | null): Kind {
  const validKind = (name: string | null) => kinds.find(({ kind }) => kind === name)?.kind;
  return (
    validKind(requestedKind) ??
    validKind(localStorage.getItem(storageKey)) ??
    validKind('serial') ??
    kinds[0]?.kind ??
    'ssh'
  );
}

export const saveKind = (kind: Kind): void => localStorage.setItem(storageKey, kind);

export const isUnavailable = ({ power, status }: Server): boolean =>
  power === 'off' || status === 'bin' || status === 'creating';

/** Shown in place of consoles that are unavailable. */
export function NoConsole({ server, children }: { server: Server; children?: ReactNode }) {
  const run = useRun();
  const start = () =>
    run(text('start'), () =>
      call('powerServer', { params: { serverId: server.id }, body: { state: 'on' } }),
    );
  return (
    <Section>
      <EmptyState
        icon="terminal"
        title={text('consoleOff')}
        hint={unavailableReason('console', server) ?? text('consoleOffHint')}
        action={
          server.obstacles.start === undefined && (
            <Button size="xs" onClick={() => void start()}>
              {text('start')}
            </Button>
          )
        }
      />
      {server.obstacles.start === undefined && (
        <Box mb={12} textAlign="center">
          <Suspense>
            <PowerCost servers={[server]} action="start" />
          </Suspense>
        </Box>
      )}
      {children}
    </Section>
  );
}
