import Guacamole from 'guacamole-common-js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../../../web/ui/feedback/errorText.ts';
import type { KeySink } from '../keys/typing.ts';
import { type ConsoleState, newsOf, openConsoleSocket, type Recorded } from '../openSocket.ts';
import type { Seat } from '../parts/ConsoleFrame.tsx';
import type { Scale } from '../parts/Scale.tsx';
import { leaves } from '../terminal/leaves.ts';
import { text } from '../text.ts';
import type { DesktopKind, DesktopSignIn } from './DesktopForm.tsx';
import { fedTunnel } from './tunnel.ts';

type Client = InstanceType<typeof Guacamole.Client>;

/** Guacamole status codes for a rejected sign-in. */
const unauthorized = new Set([0x0301, 0x0303]);
const smallest = 200;

interface DesktopUse {
  seat: Seat;
  kind: DesktopKind;
  given: DesktopSignIn;
  port: number;
  scale: Scale;
  /** The connection ended before anything was displayed. */
  onRefused(why: string): void;
}

interface DesktopOpen {
  place: RefObject<HTMLDivElement | null>;
  state: ConsoleState;
  recorded: Recorded;
  /** The last text copied on the server. */
  copied: string | null;
  sink: KeySink;
  sendClipboard(given: string): void;
}

/** Displays a desktop in its container and forwards keys, pointer and clipboard. */
export function useDesktop({ seat, kind, given, port, scale, onRefused }: DesktopUse): DesktopOpen {
  const { server, connect } = seat;
  const place = useRef<HTMLDivElement>(null);
  const client = useRef<Client | null>(null);
  const [state, setState] = useState<ConsoleState>({ at: 'opening' });
  const [recorded, setRecorded] = useState<Recorded>(
    connect.kinds.find((offered) => offered.kind === kind)?.recorded ?? 'none',
  );
  const [copied, setCopied] = useState<string | null>(null);
  const refused = useRef(onRefused);
  refused.current = onRefused;
  const requestedScale = useRef(scale);
  requestedScale.current = scale;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let isOver = false;
    let isDrawn = false;
    let why: string | null = null;
    let stop = () => {};
    const size = () => ({
      width: Math.max(smallest, element.clientWidth),
      height: Math.max(smallest, element.clientHeight),
    });
    openConsoleSocket(server.id, { kind, port }).then(
      ({ socket, recorded: isRecorded }) => {
        if (isOver) return socket.close();
        setRecorded(isRecorded);
        const send = (frame: string) => socket.readyState === WebSocket.OPEN && socket.send(frame);
        const { tunnel, receive } = fedTunnel(send, () => socket.close());
        const opened = new Guacamole.Client(tunnel);
        client.current = opened;
        opened.onerror = (status) => {
          why ??= unauthorized.has(status.code)
            ? text('desktopUnauthorized', { user: given.user || '–' })
            : text('desktopFailed', { detail: status.message || `0x${status.code.toString(16)}` });
        };
        opened.onclipboard = (stream, mimetype) => {
          if (!mimetype.startsWith('text/')) return;
          const reader = new Guacamole.StringReader(stream);
          let whole = '';
          reader.ontext = (piece) => {
            whole += piece;
          };
          reader.onend = () => setCopied(whole);
        };
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          const news = newsOf(data);
          if (news === null) return receive(data);
          if (news.at === 'signIn') send(JSON.stringify({ ...given, ...size(), dpi: 96 }));
          else if (news.at === 'ended') why = news.info;
        };
        socket.onclose = (event) => {
          if (isOver) return;
          const reason = why ?? (event.reason || text('desktopGone'));
          if (isDrawn) setState({ at: 'closed', reason });
          else refused.current(reason);
        };
        opened.getDisplay().onresize = () => {
          if (!isDrawn) {
            isDrawn = true;
            setState({ at: 'open' });
            element.focus();
          }
          fit(opened, element, requestedScale.current);
        };
        stop = listen(opened, element, () => {
          const { width, height } = size();
          opened.sendSize(width, height);
          fit(opened, element, requestedScale.current);
        });
        opened.connect();
      },
      (error: unknown) => !isOver && refused.current(errorText(error)),
    );
    return () => {
      isOver = true;
      stop();
      client.current?.disconnect();
      client.current = null;
      element.replaceChildren();
    };
  }, [server.id, kind, given, port]);

  useEffect(() => {
    if (client.current && place.current) fit(client.current, place.current, scale);
  }, [scale]);

  return {
    ...{ place, state, recorded, copied },
    sink: (keysym, _code, isDown) => client.current?.sendKeyEvent(isDown ? 1 : 0, keysym),
    sendClipboard: (text) => {
      if (!client.current) return;
      const writer = new Guacamole.StringWriter(client.current.createClipboardStream('text/plain'));
      writer.sendText(text);
      writer.sendEnd();
    },
  };
}

/** Scales the picture to fit, or shows it in its original size. */
export function fit(client: Client, element: HTMLElement, scale: Scale): void {
  const display = client.getDisplay();
  const [width, height] = [display.getWidth(), display.getHeight()];
  if (width === 0 || height === 0) return;
  display.scale(
    scale === 'real' ? 1 : Math.min(element.clientWidth / width, element.clientHeight / height, 2),
  );
}

/** Forwards keys, pointer and container size to the desktop. Returns the stop function. */
function listen(client: Client, element: HTMLElement, onSize: () => void): () => void {
  const display = client.getDisplay().getElement();
  element.replaceChildren(display);
  const keyboard = new Guacamole.Keyboard(element);
  const giveBack = (event: KeyboardEvent) => {
    if (!leaves(event, element)) return;
    event.stopImmediatePropagation();
    keyboard.reset();
  };
  element.addEventListener('keydown', giveBack, true);
  keyboard.onkeydown = (keysym) => {
    client.sendKeyEvent(1, keysym);
    return false;
  };
  keyboard.onkeyup = (keysym) => client.sendKeyEvent(0, keysym);
  const point = ({ state }: { state: object }) => client.sendMouseState(state, true);
  for (const pointer of [new Guacamole.Mouse(display), new Guacamole.Mouse.Touchpad(display)])
    pointer.onEach(['mousedown', 'mouseup', 'mousemove'], point);
  const focus = () => element.focus();
  element.addEventListener('mousedown', focus);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resized = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(onSize, 250);
  });
  resized.observe(element);
  return () => {
    clearTimeout(timer);
    resized.disconnect();
    keyboard.onkeydown = null;
    keyboard.onkeyup = null;
    element.removeEventListener('keydown', giveBack, true);
    element.removeEventListener('mousedown', focus);
  };
}
