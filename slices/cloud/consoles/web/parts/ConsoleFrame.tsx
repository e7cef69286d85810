import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Row, Text } from '../../../../../web/ui/layout/Layout.tsx';
import styles from '../console.module.css';
import type { Connect, ConsoleState, Kind, Recorded, Server } from '../openSocket.ts';
import { text } from '../text.ts';
import { PastePanel, type Pasting } from './PastePanel.tsx';

/** Where a console is shown: the tab of its server, or a separate window. */
export interface ConsoleSession {
  server: Server;
  connect: Connect;
  isOwnWindow: boolean;
}

interface ConsoleFrameProps {
  seat: ConsoleSession;
  kind: Kind;
  state: ConsoleState;
  recorded: Recorded;
  onReconnect(): void;
  /** Buttons shown while the console is open. */
  tools?: ReactNode;
  /** A panel below the bar, opened by a button of `tools`. */
  panel?: ReactNode;
  paste?: Pasting;
  children: ReactNode;
  hint?: ReactNode;
}

/**
 * The frame that all consoles share. Everything is inside of it, because elements outside aren't
 * visible in full screen.
 */
export function ConsoleFrame({
  seat,
  kind,
  state,
  recorded,
  onReconnect,
  tools,
  panel,
  paste,
  children,
  hint,
}: ConsoleFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isPasting, setPasting] = useState(false);
  const isOpen = state.at === 'open';
  return (
    <div
      className={styles.console}
      data-part="console"
      data-own={seat.isOwnWindow || undefined}
      ref={frame}
    >
      <Row data-part="console-bar" align="center" gap={8} role="toolbar" aria-label={text(kind)}>
        <Row role="status" as="span" align="center" gap={8}>
          {state.at === 'opening' && <Badge tone="busy">{text('opening')}</Badge>}
          {isOpen && <Badge tone="good">{text('open')}</Badge>}
          {state.at === 'closed' && (
            <Badge tone="bad">
              {state.reason ? text('closed', { reason: state.reason }) : text('closedPlain')}
            </Badge>
          )}
        </Row>
        {state.at === 'closed' && (
          <Button size="xs" onClick={onReconnect}>
            {text('reconnect')}
          </Button>
        )}
        {isOpen && tools}
        {isOpen && paste && (
          <Button
            size="xs"
            variant="default"
            aria-expanded={isPasting}
            onClick={() => setPasting(!isPasting)}
          >
            {text('paste')}
          </Button>
        )}
        <WindowTools frame={frame} seat={seat} kind={kind} />
      </Row>
      {recorded !== 'none' && <RecordedNote recorded={recorded} keepDays={seat.connect.keepDays} />}
      {isOpen && isPasting && paste && (
        <PastePanel pasting={paste} onClose={() => setPasting(false)} />
      )}
      {isOpen && panel}
      {children}
      {hint && <Text tone="soft">{hint}</Text>}
    </div>
  );
}

/** What is recorded, and how long recordings are kept. */
export function RecordedNote({ recorded, keepDays }: { recorded: Recorded; keepDays: number }) {
  const hint = text(recorded === 'all' ? 'recordedAllHint' : 'recordedOutputHint', {
    days: keepDays,
  });
  return (
    <Row as="span" isInline align="center" gap="4px 8px">
      <Badge tone="warning">{text('recordedOutput')}</Badge>
      <Text as="small" tone="soft">
        {hint}
      </Text>
    </Row>
  );
}

function WindowTools({
  frame,
  seat,
  kind,
}: {
  frame: { current: HTMLDivElement | null };
  seat: ConsoleSession;
  kind: Kind;
}) {
  const isFull = useFullScreen(frame);
  const popOut = () =>
    window.open(
      `/console/${seat.server.id}?kind=${kind}`,
      `console-${seat.server.id}-${kind}`,
      'popup,width=1060,height=760',
    );
  return (
    <Row as="span" align="center" gap={8} ms="auto">
      {document.fullscreenEnabled && (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            void (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen())
          }
        >
          {text(isFull ? 'leaveFullScreen' : 'fullScreen')}
        </Button>
      )}
      {!seat.isOwnWindow && !isFull && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="external-link" size={15} />}
          onClick={popOut}
        >
          {text('popOut')}
        </Button>
      )}
    </Row>
  );
}

function useFullScreen(frame: { current: HTMLElement | null }): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const updateFullscreen = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', updateFullscreen);
    return () => document.removeEventListener('fullscreenchange', updateFullscreen);
  }, [frame]);
  return isFull;
}
