import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SshSignIn } from '../../../../web/ssh/useSshSignIn.ts';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import styles from './console.module.css';
import {
  type ConsoleState,
  openConsoleSocket,
  parseConsoleMessage,
  type Recorded,
} from './openSocket.ts';
import { ConsoleFrame, type ConsoleSession } from './parts/ConsoleFrame.tsx';
import { SshForm } from './SshForm.tsx';
import { sendText } from './sendText.ts';
import { TerminalTools } from './terminal/TerminalTools.tsx';
import { useTerminal } from './terminal/useTerminal.ts';
import { text } from './text.ts';

const pasteRate = { bytes: 4096, ms: 5 };

/**
 * A shell in the guest: first the sign-in form, then a terminal. The credentials are discarded with
 * the form.
 */
export default function SshConsole({ seat }: { seat: ConsoleSession }) {
  const [entry, setEntry] = useState<{ given: SshSignIn; port: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [before, setBefore] = useState<{ user: string; port: number } | null>(null);
  if (!entry)
    return (
      <div className={styles.console} data-part="console" data-own={seat.isOwnWindow || undefined}>
        <SshForm
          seat={seat}
          problem={problem}
          before={before}
          onSubmit={(credentials, port) => {
            setProblem(null);
            setEntry({ given: credentials, port });
            setBefore({ user: credentials.user, port });
          }}
        />
      </div>
    );
  return (
    <Shell
      seat={seat}
      {...entry}
      onEnd={(reason) => {
        setProblem(reason);
        setEntry(null);
      }}
    />
  );
}

interface ShellProps {
  seat: ConsoleSession;
  given: SshSignIn;
  port: number;
  /** Returns to the form, with the reason if there is one. */
  onEnd(why: string | null): void;
}

function Shell({ seat, given, port, onEnd }: ShellProps) {
  const { server, connect } = seat;
  const queryClient = useQueryClient();
  const container = useRef<HTMLDivElement>(null);
  const socket = useRef<WebSocket | null>(null);
  const [state, setState] = useState<ConsoleState>({ at: 'opening' });
  const [recorded, setRecorded] = useState<Recorded>(
    connect.kinds.find(({ kind }) => kind === 'ssh')?.recorded ?? 'none',
  );
  const [newKey, setNewKey] = useState<string | null>(null);
  const send = (frame: string | Uint8Array<ArrayBuffer>) =>
    socket.current?.readyState === WebSocket.OPEN && socket.current.send(frame);
  const open = useTerminal(container, {
    onData: (data) => send(new TextEncoder().encode(data)),
    onResize: (size) => send(JSON.stringify(size)),
  });
  const onEndRef = useRef(onEnd);
  onEndRef.current = onEnd;

  useEffect(() => {
    if (!open) return;
    const { terminal } = open;
    let isClosed = false;
    let isSignedIn = false;
    let endReason: string | null = null;
    openConsoleSocket(server.id, { kind: 'ssh', port }).then(
      (opened) => {
        if (isClosed) return opened.socket.close();
        socket.current = opened.socket;
        setRecorded(opened.recorded);
        opened.socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
          if (typeof data !== 'string') return terminal.write(new Uint8Array(data));
          const message = parseConsoleMessage(data);
          if (message?.at === 'signIn')
            opened.socket.send(
              JSON.stringify({ ...given, columns: terminal.cols, rows: terminal.rows }),
            );
          else if (message?.at === 'hostKey' && message.isNew) setNewKey(message.fingerprint);
          else if (message?.at === 'ended') endReason = message.info;
          else if (message?.at === 'open') {
            isSignedIn = true;
            setState({ at: 'open' });
            terminal.focus();
          }
        };
        opened.socket.onclose = (event) => {
          if (isClosed) return;
          void queryClient.invalidateQueries({ queryKey: ['getConnect'] });
          // Connected users keep seeing the last output. Others return to the form.
          if (isSignedIn) setState({ at: 'closed', reason: endReason ?? event.reason });
          else onEndRef.current(endReason ?? (event.reason || text('closedPlain')));
        };
      },
      (error: unknown) => !isClosed && onEndRef.current(errorText(error)),
    );
    return () => {
      isClosed = true;
      socket.current?.close();
      socket.current = null;
    };
  }, [server.id, port, given, open, queryClient]);

  return (
    <ConsoleFrame
      seat={seat}
      kind="ssh"
      state={state}
      recorded={recorded}
      onReconnect={() => onEnd(null)}
      tools={<TerminalTools open={open} name={`${server.name}-ssh`} />}
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
      hint={newKey ? text('hostKeyNew', { fingerprint: newKey }) : text('leaveHint')}
    >
      <div ref={container} className={styles.consoleScreen} data-part="console-screen" dir="ltr" />
    </ConsoleFrame>
  );
}
