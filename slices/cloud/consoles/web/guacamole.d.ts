declare module 'guacamole-common-js' {
  interface Status {
    code: number;
    message?: string;
  }
  interface Display {
    getElement(): HTMLElement;
    getWidth(): number;
    getHeight(): number;
    scale(factor: number): void;
    getScale(): number;
    showCursor(isShown: boolean): void;
    onresize: ((width: number, height: number) => void) | null;
  }
  interface Tunnel {
    connect(data?: string): void;
    disconnect(): void;
    sendMessage(...elements: (string | number)[]): void;
    setState(state: number): void;
    oninstruction: ((opcode: string, parameters: string[]) => void) | null;
    onerror: ((status: Status) => void) | null;
    onstatechange: ((state: number) => void) | null;
  }
  interface Mouse {
    onEach(names: string[], handler: (event: { state: object; type: string }) => void): void;
  }
  interface Stream {
    onblob?: unknown;
  }
  interface Client {
    connect(data?: string): void;
    disconnect(): void;
    getDisplay(): Display;
    sendKeyEvent(pressed: 0 | 1, keysym: number): void;
    sendMouseState(state: object, applyDisplayScale?: boolean): void;
    sendSize(width: number, height: number): void;
    createClipboardStream(mimetype: string): Stream;
    onstatechange: ((state: number) => void) | null;
    onerror: ((status: Status) => void) | null;
    onclipboard: ((stream: Stream, mimetype: string) => void) | null;
  }
  interface Keyboard {
    onkeydown: ((keysym: number) => boolean | undefined) | null;
    onkeyup: ((keysym: number) => void) | null;
    reset(): void;
  }
  /** The client side of Apache Guacamole: it draws what guacd says. */
  const Guacamole: {
    Tunnel: { new (): Tunnel; State: { CONNECTING: 0; OPEN: 1; CLOSED: 2; UNSTABLE: 3 } };
    Client: new (tunnel: Tunnel) => Client;
    Parser: new () => {
      receive(text: string): void;
      oninstruction: ((opcode: string, parameters: string[]) => void) | null;
    };
    Keyboard: new (element: HTMLElement) => Keyboard;
    Mouse: { new (element: HTMLElement): Mouse; Touchpad: new (element: HTMLElement) => Mouse };
    StringReader: new (
      stream: Stream,
    ) => { ontext: ((text: string) => void) | null; onend: (() => void) | null };
    StringWriter: new (stream: Stream) => { sendText(text: string): void; sendEnd(): void };
  };
  export default Guacamole;
}
