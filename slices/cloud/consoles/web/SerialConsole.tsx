import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import styles from './console.module.css';
import { type ConsoleState, openConsoleSocket, type Recorded, refusedFrom } from './openSocket.ts';
import { ConsoleFrame, type Seat } from './parts/ConsoleFrame.tsx';
import { sendText } from './sendText.ts';
import { TerminalTools } from './terminal/TerminalTools.tsx';
import { useTerminal } from './terminal/useTerminal.ts';
import { text } from './text.ts';

const reconnectMs = 2000;
/**
 * A serial line has practically no flow control, so text is sent in blocks of this size with a
 * pause after each.
 */
const pace = { bytes: 128, ms: 10 };

/** The server's serial line in a terminal, which starts with its latest output. */
export default function SerialConsole({ seat }: { seat: Seat }) {
  const { server, connect } = seat;
  const place = useRef<HTMLDivElement>(null);
  const socket = useRef<WebSocket | null>(null);
  const [state, setState] = useState<ConsoleState>({ at: 'opening' });
  const [recorded, setRecorded] = useState<Recorded>(
    connect.kinds.find(({ kind }) => kind === 'serial')?.recorded ?? 'none',
  );
  const [attempt, setAttempt] = useState(0);
  const open = useTerminal(place, {
    onData: (data) =>
      socket.current?.readyState === WebSocket.OPEN &&
      socket.current.send(new TextEncoder().encode(data)),
  });

  useEffect(() => {
    if (!open) return;
    let isOver = attempt < 0;
    let again: ReturnType<typeof setTimeout> | undefined;
    setState({ at: 'opening' });
    openConsoleSocket(server.id, { kind: 'serial' }).then(
      (opened) => {
        if (isOver) return opened.socket.close();
        socket.current = opened.socket;
        setRecorded(opened.recorded);
        opened.socket.onopen = () => {
          setState({ at: 'open' });
          open.terminal.focus();
        };
        opened.socket.onmessage = (event: MessageEvent<ArrayBuffer>) =>
          open.terminal.write(new Uint8Array(event.data));
        opened.socket.onclose = (event) => {
          if (isOver) return;
          setState({ at: 'closed', reason: event.reason });
          if (event.code < refusedFrom)
            again = setTimeout(() => setAttempt(attempt + 1), reconnectMs);
        };
      },
      (error: unknown) => !isOver && setState({ at: 'closed', reason: errorText(error) }),
    );
    return () => {
      isOver = true;
      clearTimeout(again);
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
        msPerKey: pace.ms / pace.bytes,
        type: async (pasted, run) => {
          const isWhole = socket.current
            ? await sendText(socket.current, pasted, pace, run)
            : false;
          open?.terminal.focus();
          return isWhole;
        },
      }}
      hint={text('leaveHint')}
    >
      <div ref={place} className={styles.consoleScreen} data-part="console-screen" dir="ltr" />
    </ConsoleFrame>
  );
}
