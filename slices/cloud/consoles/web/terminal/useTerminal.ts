import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { type RefObject, useEffect, useState } from 'react';
import { leaves } from './leaves.ts';
import { withStyleNonce } from './styleNonce.ts';

export interface OpenTerminal {
  terminal: Terminal;
  search: SearchAddon;
}

interface TerminalUse {
  onData?(data: string): void;
  onResize?(size: { columns: number; rows: number }): void;
  /** For a recording, which has its own size. */
  isFixed?: boolean;
}

/**
 * A terminal that fills its container. Null until it exists. Keeps using the callbacks of the first
 * render.
 */
export function useTerminal(
  place: RefObject<HTMLElement | null>,
  use: TerminalUse,
): OpenTerminal | null {
  const [open, setOpen] = useState<OpenTerminal | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const terminal = new Terminal({
      fontSize: 14,
      fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace',
      cursorBlink: use.isFixed !== true,
      disableStdin: use.isFixed === true,
      scrollback: 10_000,
      screenReaderMode: true,
      allowProposedApi: true,
      theme: { background: '#0c0e12', foreground: '#e9ebef', selectionBackground: '#3a5b8c' },
    });
    const fit = new FitAddon();
    const search = new SearchAddon();
    terminal.loadAddon(search);
    terminal.onResize(({ cols, rows }) => use.onResize?.({ columns: cols, rows }));
    terminal.onData((data) => use.onData?.(data));
    withStyleNonce(() => terminal.open(element));
    const resized = new ResizeObserver(() => fit.fit());
    if (!use.isFixed) {
      terminal.loadAddon(fit);
      fit.fit();
      resized.observe(element);
    }
    terminal.attachCustomKeyEventHandler((event) => !leaves(event, element));
    setOpen({ terminal, search });
    return () => {
      resized.disconnect();
      terminal.dispose();
      setOpen(null);
    };
  }, []);
  return open;
}

/** The terminal's whole buffer, as text. */
export function scrollbackOf({ buffer }: Terminal): string {
  const lines: string[] = [];
  for (let at = 0; at < buffer.normal.length; at++) {
    const line = buffer.normal.getLine(at);
    const shown = line?.translateToString(true) ?? '';
    if (line?.isWrapped && lines.length > 0) lines[lines.length - 1] += shown;
    else lines.push(shown);
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
