declare module '@novnc/novnc' {
  /** A WebSocket substitute, such as a recording. */
  export interface RawChannel {
    binaryType: string;
    readonly protocol: string;
    readonly readyState: string | number;
    onopen: ((event: Event) => void) | null;
    onmessage: ((event: MessageEvent) => void) | null;
    onerror: ((event: Event) => void) | null;
    onclose: ((event: Event) => void) | null;
    send(data: ArrayBufferView): void;
    close(): void;
  }
  /** A remote screen over a WebSocket (RFC 6143). */
  export default class RFB extends EventTarget {
    constructor(
      target: HTMLElement,
      channel: WebSocket | RawChannel,
      options?: { shared?: boolean },
    );
    scaleViewport: boolean;
    viewOnly: boolean;
    background: string;
    focusOnClick: boolean;
    /**
     * The guest's own light, as the machine reports it (pseudo-encoding -261); null until it did.
     */
    readonly _remoteNumLock: boolean | null;
    disconnect(): void;
    focus(): void;
    blur(): void;
    clipboardPasteFrom(text: string): void;
    sendKey(keysym: number, code: string | null, isDown?: boolean): void;
  }
}
