import type { RawChannel } from '@novnc/novnc';

/**
 * A recording as a read-only connection for its viewer: bytes arrive when they are due, and input
 * is ignored.
 */
export class RecordedChannel implements RawChannel {
  binaryType = 'arraybuffer';
  readonly protocol = '';
  readyState = 'open';
  onopen: RawChannel['onopen'] = null;
  onerror: RawChannel['onerror'] = null;
  onclose: RawChannel['onclose'] = null;
  /** Resolves when the viewer starts listening. */
  readonly isHeard: Promise<void>;
  #onmessage: RawChannel['onmessage'] = null;
  readonly #heard = Promise.withResolvers<void>();

  constructor() {
    this.isHeard = this.#heard.promise;
  }

  get onmessage(): RawChannel['onmessage'] {
    return this.#onmessage;
  }
  set onmessage(listener: RawChannel['onmessage']) {
    this.#onmessage = listener;
    if (listener) this.#heard.resolve();
  }

  receive(bytes: Uint8Array<ArrayBuffer>): void {
    this.#onmessage?.(new MessageEvent('message', { data: bytes.slice().buffer }));
  }

  send(): void {}

  close(): void {
    this.readyState = 'closed';
    this.onclose?.(new CloseEvent('close', { code: 1000, wasClean: true }));
  }
}
