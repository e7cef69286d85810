import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { type RefObject, useEffect, useState } from 'react';
import { handleExitKey } from './handleExitKey.ts';
import { withStyleNonce } from './styleNonce.ts';

export interface OpenTerminal {
  terminal: Terminal;
  search: SearchAddon;
}

interface TerminalOptions {
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
  container: RefObject<HTMLElement | null>,
  options: TerminalOptions,
): OpenTerminal | null {
  const [open, setOpen] = useState<OpenTerminal | null>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const terminal = new Terminal({
      fontSize: 14,
      fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace',
      cursorBlink: options.isFixed !== true,
      disableStdin: options.isFixed === true,
      scrollback: 10_000,
      screenReaderMode: true,
      allowProposedApi: true,
      theme: { background: '#0c0e12', foreground: '#e9ebef', selectionBackground: '#3a5b8c' },
    });
    const fitAddon = new FitAddon();
    const search = new SearchAddon();
    terminal.loadAddon(search);
    terminal.onResize(({ cols, rows }) => options.onResize?.({ columns: cols, rows }));
    terminal.onData((data) => options.onData?.(data));
    withStyleNonce(() => terminal.open(element));
    const resized = new ResizeObserver(() => fitAddon.fit());
    if (!options.isFixed) {
      terminal.loadAddon(fitAddon);
      fitAddon.fit();
      resized.observe(element);
    }
    terminal.attachCustomKeyEventHandler((event) => !handleExitKey(event, element));
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
  for (let index = 0; index < buffer.normal.length; index++) {
    const line = buffer.normal.getLine(index);
    const lineText = line?.translateToString(true) ?? '';
    if (line?.isWrapped && lines.length > 0) lines[lines.length - 1] += lineText;
    else lines.push(lineText);
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
