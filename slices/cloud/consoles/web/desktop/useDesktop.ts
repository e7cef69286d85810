import Guacamole from 'guacamole-common-js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../../../web/ui/feedback/errorText.ts';
import type { KeySink } from '../keys/typing.ts';
import {
  type ConsoleState,
  openConsoleSocket,
  parseConsoleMessage,
  type Recorded,
} from '../openSocket.ts';
import type { ConsoleSession } from '../parts/ConsoleFrame.tsx';
import type { Scale } from '../parts/Scale.tsx';
import { handleExitKey } from '../terminal/handleExitKey.ts';
import { text } from '../text.ts';
import type { DesktopKind, DesktopSignIn } from './DesktopForm.tsx';
import { pushTunnel } from './tunnel.ts';

type Client = InstanceType<typeof Guacamole.Client>;

/** Guacamole status codes for a rejected sign-in. */
const unauthorized = new Set([0x0301, 0x0303]);
const smallest = 200;

interface DesktopOptions {
  seat: ConsoleSession;
  kind: DesktopKind;
  given: DesktopSignIn;
  port: number;
  scale: Scale;
  /** The connection ended before anything was displayed. */
  onRefused(why: string): void;
}

interface DesktopSession {
  place: RefObject<HTMLDivElement | null>;
  state: ConsoleState;
  recorded: Recorded;
  /** The last text copied on the server. */
  copied: string | null;
  sink: KeySink;
  sendClipboard(given: string): void;
}

/** Displays a desktop in its container and forwards keys, pointer and clipboard. */
export function useDesktop({
  seat,
  kind,
  given,
  port,
  scale,
  onRefused,
}: DesktopOptions): DesktopSession {
  const { server, connect } = seat;
  const container = useRef<HTMLDivElement>(null);
  const client = useRef<Client | null>(null);
  const [state, setState] = useState<ConsoleState>({ at: 'opening' });
  const [recorded, setRecorded] = useState<Recorded>(
    connect.kinds.find((consoleKind) => consoleKind.kind === kind)?.recorded ?? 'none',
  );
  const [copied, setCopied] = useState<string | null>(null);
  const onRejectedRef = useRef(onRefused);
  onRejectedRef.current = onRefused;
  const requestedScale = useRef(scale);
  requestedScale.current = scale;

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let isClosed = false;
    let isDrawn = false;
    let endReason: string | null = null;
    let stop = () => {};
    const size = () => ({
      width: Math.max(smallest, element.clientWidth),
      height: Math.max(smallest, element.clientHeight),
    });
    openConsoleSocket(server.id, { kind, port }).then(
      ({ socket, recorded: isRecorded }) => {
        if (isClosed) return socket.close();
        setRecorded(isRecorded);
        const send = (frame: string) => socket.readyState === WebSocket.OPEN && socket.send(frame);
        const { tunnel, receive } = pushTunnel(send, () => socket.close());
        const guacamoleClient = new Guacamole.Client(tunnel);
        client.current = guacamoleClient;
        guacamoleClient.onerror = (status) => {
          endReason ??= unauthorized.has(status.code)
            ? text('desktopUnauthorized', { user: given.user || '–' })
            : text('desktopFailed', { detail: status.message || `0x${status.code.toString(16)}` });
        };
        guacamoleClient.onclipboard = (stream, mimetype) => {
          if (!mimetype.startsWith('text/')) return;
          const reader = new Guacamole.StringReader(stream);
          let buffered = '';
          reader.ontext = (text) => {
            buffered += text;
          };
          reader.onend = () => setCopied(buffered);
        };
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          const message = parseConsoleMessage(data);
          if (message === null) return receive(data);
          if (message.at === 'signIn') send(JSON.stringify({ ...given, ...size(), dpi: 96 }));
          else if (message.at === 'ended') endReason = message.info;
        };
        socket.onclose = (event) => {
          if (isClosed) return;
          const reason = endReason ?? (event.reason || text('desktopGone'));
          if (isDrawn) setState({ at: 'closed', reason });
          else onRejectedRef.current(reason);
        };
        guacamoleClient.getDisplay().onresize = () => {
          if (!isDrawn) {
            isDrawn = true;
            setState({ at: 'open' });
            element.focus();
          }
          fitToElement(guacamoleClient, element, requestedScale.current);
        };
        stop = listen(guacamoleClient, element, () => {
          const { width, height } = size();
          guacamoleClient.sendSize(width, height);
          fitToElement(guacamoleClient, element, requestedScale.current);
        });
        guacamoleClient.connect();
      },
      (error: unknown) => !isClosed && onRejectedRef.current(errorText(error)),
    );
    return () => {
      isClosed = true;
      stop();
      client.current?.disconnect();
      client.current = null;
      element.replaceChildren();
    };
  }, [server.id, kind, given, port]);

  useEffect(() => {
    if (client.current && container.current) fitToElement(client.current, container.current, scale);
  }, [scale]);

  return {
    ...{ place: container, state, recorded, copied },
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
export function fitToElement(client: Client, element: HTMLElement, scale: Scale): void {
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
  const returnFocus = (event: KeyboardEvent) => {
    if (!handleExitKey(event, element)) return;
    event.stopImmediatePropagation();
    keyboard.reset();
  };
  element.addEventListener('keydown', returnFocus, true);
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
    element.removeEventListener('keydown', returnFocus, true);
    element.removeEventListener('mousedown', focus);
  };
}
