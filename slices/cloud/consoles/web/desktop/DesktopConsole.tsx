import { Button } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Stack } from '../../../../../web/ui/layout/Layout.tsx';
import styles from '../console.module.css';
import { strokesFor } from '../keys/layouts.ts';
import { typeStrokes } from '../keys/typing.ts';
import { ClipboardPanel } from '../parts/ClipboardPanel.tsx';
import { ConsoleFrame, type ConsoleSession } from '../parts/ConsoleFrame.tsx';
import { ScaleChoice, useScale } from '../parts/Scale.tsx';
import { SendKeys } from '../parts/SendKeys.tsx';
import { text } from '../text.ts';
import { DesktopForm, type DesktopKind, type DesktopSignIn } from './DesktopForm.tsx';
import { useDesktop } from './useDesktop.ts';

const eventMs = 8;
const lineMs = 40;

/** A desktop of the guest, drawn by guacd. If guacd is missing, shows how to install it. */
export default function DesktopConsole({
  seat,
  kind,
}: {
  seat: ConsoleSession;
  kind: DesktopKind;
}) {
  const [entry, setEntry] = useState<{ given: DesktopSignIn; port: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [before, setBefore] = useState<ComponentProps<typeof DesktopForm>['before']>(null);
  const reason =
    seat.connect.kinds.find((consoleKind) => consoleKind.kind === kind)?.reason ?? null;
  if (reason !== null)
    return <EmptyState icon="device-desktop" title={text('noDesktop')} hint={reason} />;
  if (!entry)
    return (
      <div className={styles.console} data-part="console" data-own={seat.isOwnWindow || undefined}>
        <DesktopForm
          seat={seat}
          kind={kind}
          problem={problem}
          before={before}
          onSubmit={(credentials, port) => {
            setProblem(null);
            setEntry({ given: credentials, port });
            setBefore({
              user: credentials.user,
              domain: credentials.domain,
              layout: credentials.layout,
              port,
            });
          }}
        />
      </div>
    );
  return (
    <Desktop
      seat={seat}
      kind={kind}
      {...entry}
      onEnd={(reason) => {
        setProblem(reason);
        setEntry(null);
      }}
    />
  );
}

interface DesktopProps {
  seat: ConsoleSession;
  kind: DesktopKind;
  given: DesktopSignIn;
  port: number;
  onEnd(why: string | null): void;
}

function Desktop({ seat, kind, given, port, onEnd }: DesktopProps) {
  const [scale, setScale] = useScale();
  const [isClipboard, setClipboard] = useState(false);
  const { place, state, recorded, copied, sink, sendClipboard } = useDesktop({
    seat,
    kind,
    given,
    port,
    scale,
    onRefused: onEnd,
  });
  return (
    <ConsoleFrame
      seat={seat}
      kind={kind}
      state={state}
      recorded={recorded}
      onReconnect={() => onEnd(null)}
      tools={
        <>
          <SendKeys sink={sink} onSent={() => place.current?.focus()} />
          <ScaleChoice scale={scale} onChange={setScale} />
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="copy" size={15} />}
            aria-expanded={isClipboard}
            onClick={() => setClipboard(!isClipboard)}
          >
            {text('clipboard')}
          </Button>
        </>
      }
      panel={
        isClipboard && (
          <ClipboardPanel
            received={copied}
            onSend={sendClipboard}
            onClose={() => setClipboard(false)}
          />
        )
      }
      paste={{
        by: 'keys',
        msPerKey: eventMs * 2.2,
        type: async (pasted, layout, run) => {
          const isComplete = await typeStrokes(strokesFor(pasted, layout).strokes, sink, {
            paceMs: eventMs,
            lineMs,
            ...run,
          });
          place.current?.focus();
          return isComplete;
        },
      }}
      hint={text('leaveHint')}
    >
      <Stack
        ref={place}
        className={`${styles.consoleScreen} ${styles.consoleDesktop}`}
        data-part="console-screen"
        data-scale={scale}
        dir="ltr"
        // Receives keyboard input.
        tabIndex={0}
      />
    </ConsoleFrame>
  );
}
