import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SshSignIn } from '../../../../web/ssh/useSshSignIn.ts';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import styles from './console.module.css';
import { type ConsoleState, newsOf, openConsoleSocket, type Recorded } from './openSocket.ts';
import { ConsoleFrame, type Seat } from './parts/ConsoleFrame.tsx';
import { SshForm } from './SshForm.tsx';
import { sendText } from './sendText.ts';
import { TerminalTools } from './terminal/TerminalTools.tsx';
import { useTerminal } from './terminal/useTerminal.ts';
import { text } from './text.ts';

const pace = { bytes: 4096, ms: 5 };

/**
 * A shell in the guest: first the sign-in form, then a terminal. The credentials are discarded with
 * the form.
 */
export default function SshConsole({ seat }: { seat: Seat }) {
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
          onSubmit={(given, port) => {
            setProblem(null);
            setEntry({ given, port });
            setBefore({ user: given.user, port });
          }}
        />
      </div>
    );
  return (
    <Shell
      seat={seat}
      {...entry}
      onEnd={(why) => {
        setProblem(why);
        setEntry(null);
      }}
    />
  );
}

interface ShellProps {
  seat: Seat;
  given: SshSignIn;
  port: number;
  /** Returns to the form, with the reason if there is one. */
  onEnd(why: string | null): void;
}

function Shell({ seat, given, port, onEnd }: ShellProps) {
  const { server, connect } = seat;
  const queryClient = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const socket = useRef<WebSocket | null>(null);
  const [state, setState] = useState<ConsoleState>({ at: 'opening' });
  const [recorded, setRecorded] = useState<Recorded>(
    connect.kinds.find(({ kind }) => kind === 'ssh')?.recorded ?? 'none',
  );
  const [newKey, setNewKey] = useState<string | null>(null);
  const send = (frame: string | Uint8Array<ArrayBuffer>) =>
    socket.current?.readyState === WebSocket.OPEN && socket.current.send(frame);
  const open = useTerminal(place, {
    onData: (data) => send(new TextEncoder().encode(data)),
    onResize: (size) => send(JSON.stringify(size)),
  });
  const ended = useRef(onEnd);
  ended.current = onEnd;

  useEffect(() => {
    if (!open) return;
    const { terminal } = open;
    let isOver = false;
    let isIn = false;
    let why: string | null = null;
    openConsoleSocket(server.id, { kind: 'ssh', port }).then(
      (opened) => {
        if (isOver) return opened.socket.close();
        socket.current = opened.socket;
        setRecorded(opened.recorded);
        opened.socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
          if (typeof data !== 'string') return terminal.write(new Uint8Array(data));
          const news = newsOf(data);
          if (news?.at === 'signIn')
            opened.socket.send(
              JSON.stringify({ ...given, columns: terminal.cols, rows: terminal.rows }),
            );
          else if (news?.at === 'hostKey' && news.isNew) setNewKey(news.fingerprint);
          else if (news?.at === 'ended') why = news.info;
          else if (news?.at === 'open') {
            isIn = true;
            setState({ at: 'open' });
            terminal.focus();
          }
        };
        opened.socket.onclose = (event) => {
          if (isOver) return;
          void queryClient.invalidateQueries({ queryKey: ['getConnect'] });
          // Connected users keep seeing the last output. Others return to the form.
          if (isIn) setState({ at: 'closed', reason: why ?? event.reason });
          else ended.current(why ?? (event.reason || text('closedPlain')));
        };
      },
      (error: unknown) => !isOver && ended.current(errorText(error)),
    );
    return () => {
      isOver = true;
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
        msPerKey: pace.ms / pace.bytes,
        type: async (pasted, run) => {
          const isWhole = socket.current
            ? await sendText(socket.current, pasted, pace, run)
            : false;
          open?.terminal.focus();
          return isWhole;
        },
      }}
      hint={newKey ? text('hostKeyNew', { fingerprint: newKey }) : text('leaveHint')}
    >
      <div ref={place} className={styles.consoleScreen} data-part="console-screen" dir="ltr" />
    </ConsoleFrame>
  );
}
