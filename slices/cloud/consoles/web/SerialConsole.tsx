import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import styles from './console.module.css';
import {
  type ConsoleState,
  firstRejectionCode,
  openConsoleSocket,
  type Recorded,
} from './openSocket.ts';
import { ConsoleFrame, type ConsoleSession } from './parts/ConsoleFrame.tsx';
import { sendText } from './sendText.ts';
import { TerminalTools } from './terminal/TerminalTools.tsx';
import { useTerminal } from './terminal/useTerminal.ts';
import { text } from './text.ts';

const reconnectMs = 2000;
/**
 * A serial line has practically no flow control, so text is sent in blocks of this size with a
 * pause after each.
 */
const pasteRate = { bytes: 128, ms: 10 };

/** The server's serial line in a terminal, which starts with its latest output. */
export default function SerialConsole({ seat }: { seat: ConsoleSession }) {
  const { server, connect } = seat;
  const container = useRef<HTMLDivElement>(null);
  const socket = useRef<WebSocket | null>(null);
  const [state, setState] = useState<ConsoleState>({ at: 'opening' });
  const [recorded, setRecorded] = useState<Recorded>(
    connect.kinds.find(({ kind }) => kind === 'serial')?.recorded ?? 'none',
  );
  const [attempt, setAttempt] = useState(0);
  const open = useTerminal(container, {
    onData: (data) =>
      socket.current?.readyState === WebSocket.OPEN &&
      socket.current.send(new TextEncoder().encode(data)),
  });

  useEffect(() => {
    if (!open) return;
    let isClosed = attempt < 0;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    setState({ at: 'opening' });
    openConsoleSocket(server.id, { kind: 'serial' }).then(
      (opened) => {
        if (isClosed) return opened.socket.close();
        socket.current = opened.socket;
        setRecorded(opened.recorded);
        opened.socket.onopen = () => {
          setState({ at: 'open' });
          open.terminal.focus();
        };
        opened.socket.onmessage = (event: MessageEvent<ArrayBuffer>) =>
          open.terminal.write(new Uint8Array(event.data));
        opened.socket.onclose = (event) => {
          if (isClosed) return;
          setState({ at: 'closed', reason: event.reason });
          if (event.code < firstRejectionCode)
            retryTimer = setTimeout(() => setAttempt(attempt + 1), reconnectMs);
        };
      },
      (error: unknown) => !isClosed && setState({ at: 'closed', reason: errorText(error) }),
    );
    return () => {
      isClosed = true;
      clearTimeout(retryTimer);
      socket.current?.close();
      socket.current = null;
    };
  }, [server.id, attempt, open]);

  return (
    <ConsoleFrame
      seat={seat}
      kind="serial"
      state={state}
      recorded={recorded}
      onReconnect={() => setAttempt(attempt + 1)}
      tools={<TerminalTools open={open} name={`${server.name}-serial`} />}
      paste={{
        by: 'text',
        msPerKey: pasteRate.ms / pasteRate.bytes,
        type: async (pasted, run) => {
          const isComplete = socket.current
            ? await sendText(socket.current, pasted, pasteRate, run)
            : false;
          open?.terminal.focus();
          return isComplete;
        },
      }}
      hint={text('leaveHint')}
    >
      <div ref={container} className={styles.consoleScreen} data-part="console-screen" dir="ltr" />
    </ConsoleFrame>
  );
}
