import { Button } from '@mantine/core';
import RFB from '@novnc/novnc';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import styles from './console.module.css';
import { strokesFor } from './keys/layouts.ts';
import { type KeySink, numLockAnswers, typeStrokes } from './keys/typing.ts';
import { type ConsoleState, openConsoleSocket, type Recorded } from './openSocket.ts';
import { ClipboardPanel } from './parts/ClipboardPanel.tsx';
import { ConsoleFrame, type ConsoleSession } from './parts/ConsoleFrame.tsx';
import { ScaleChoice, useScale } from './parts/Scale.tsx';
import { SendKeys } from './parts/SendKeys.tsx';
import { text } from './text.ts';

/**
 * The time between key events without acknowledgment: slow enough for a keyboard with a small
 * buffer.
 */
const eventMs = 10.5;
const lineMs = 60;
/** The approximate time per key with acknowledgment. */
const acknowledgedKeyMs = 10;

/** The server's screen, keyboard and mouse. */
export default function ScreenConsole({ seat }: { seat: ConsoleSession }) {
  const { server, connect } = seat;
  const container = useRef<HTMLDivElement>(null);
  const remote = useRef<RFB | null>(null);
  const [state, setState] = useState<ConsoleState>({ at: 'opening' });
  const [recorded, setRecorded] = useState<Recorded>(
    connect.kinds.find(({ kind }) => kind === 'vnc')?.recorded ?? 'none',
  );
  const [attempt, setAttempt] = useState(0);
  const [scale, setScale] = useScale();
  const [copied, setCopied] = useState<string | null>(null);
  const [isClipboard, setClipboard] = useState(false);
  const requestedScale = useRef(scale);
  requestedScale.current = scale;

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let isClosed = attempt < 0;
    setState({ at: 'opening' });
    openConsoleSocket(server.id, { kind: 'vnc' }).then(
      (opened) => {
        if (isClosed) return opened.socket.close();
        let reason = '';
        opened.socket.addEventListener('close', (event) => {
          reason = event.reason;
        });
        setRecorded(opened.recorded);
        const rfb = new RFB(element, opened.socket, { shared: true });
        scaled(rfb, requestedScale.current);
        rfb.background = '#0c0e12';
        rfb.addEventListener('connect', () => {
          setState({ at: 'open' });
          rfb.focus();
        });
        rfb.addEventListener('clipboard', (event) =>
          setCopied((event as CustomEvent<{ text: string }>).detail.text),
        );
        rfb.addEventListener('disconnect', () => {
          if (remote.current === rfb) remote.current = null;
          if (!isClosed) setState({ at: 'closed', reason });
        });
        remote.current = rfb;
      },
      (error: unknown) => !isClosed && setState({ at: 'closed', reason: errorText(error) }),
    );
    return () => {
      isClosed = true;
      remote.current?.disconnect();
      remote.current = null;
    };
  }, [server.id, attempt]);

  const chooseScale = (next: typeof scale) => {
    setScale(next);
    if (remote.current) scaled(remote.current, next);
  };
  const sink: KeySink = (keysym, code, isDown) => remote.current?.sendKey(keysym, code, isDown);
  const focus = () => remote.current?.focus();
  return (
    <ConsoleFrame
      seat={seat}
      kind="vnc"
      state={state}
      recorded={recorded}
      onReconnect={() => setAttempt(attempt + 1)}
      tools={
        <>
          <SendKeys sink={sink} onSent={focus} />
          <ScaleChoice scale={scale} onChange={chooseScale} />
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
            onSend={(clipboardText) => remote.current?.clipboardPasteFrom(clipboardText)}
            onClose={() => setClipboard(false)}
          />
        )
      }
      paste={{
        by: 'keys',
        msPerKey: acknowledgedKeyMs,
        type: async (pasted, layout, run) => {
          const { acknowledge, restore } = numLockAnswers(
            sink,
            () => remote.current?._remoteNumLock ?? null,
          );
          const { strokes } = strokesFor(pasted, layout);
          const isComplete = await typeStrokes(strokes, sink, {
            paceMs: eventMs,
            lineMs,
            acknowledge,
            ...run,
          });
          restore();
          focus();
          return isComplete;
        },
      }}
    >
      <div
        ref={container}
        className={styles.consoleScreen}
        data-part="console-screen"
        data-scale={scale}
        dir="ltr"
      />
    </ConsoleFrame>
  );
}

function scaled(rfb: RFB, scale: 'fit' | 'real'): void {
  rfb.scaleViewport = scale === 'fit';
}
