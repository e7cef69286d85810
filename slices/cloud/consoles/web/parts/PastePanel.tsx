import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import styles from '../console.module.css';
import { type LayoutId, layoutIds, strokesFor, untyped } from '../keys/layouts.ts';
import { text } from '../text.ts';

export interface PasteRun {
  signal: AbortSignal;
  onProgress(done: number): void;
}

/** How a console accepts text: as keys of a keyboard layout, or as plain text. */
export type Pasting = {
  /** Time per key, in ms. */
  msPerKey: number;
} & (
  | { by: 'keys'; type(text: string, layout: LayoutId, run: PasteRun): Promise<boolean> }
  | { by: 'text'; type(text: string, run: PasteRun): Promise<boolean> }
);

const layoutKey = 'console.keyboard';
const storedLayout = (): LayoutId =>
  layoutIds.find((id) => id === localStorage.getItem(layoutKey)) ?? 'us';
/** The duration is shown if it is at least this long. */
const progressFromSeconds = 3;

/** Types text into the server: the user enters it, sees the progress and can stop. */
export function PastePanel({ pasting, onClose }: { pasting: Pasting; onClose(): void }) {
  const [pasted, setPasted] = useState('');
  const [layout, setLayout] = useState(storedLayout);
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const activePaste = useRef<AbortController | null>(null);
  useEffect(() => () => activePaste.current?.abort(), []);
  const { strokes, missing } =
    pasting.by === 'keys' ? strokesFor(pasted, layout) : { strokes: [...pasted], missing: [] };
  const seconds = Math.ceil((strokes.length * pasting.msPerKey) / 1000);

  const choose = (id: LayoutId) => {
    localStorage.setItem(layoutKey, id);
    setLayout(id);
  };
  const pasteFromClipboard = async () => {
    setProblem(null);
    try {
      setPasted(await navigator.clipboard.readText());
    } catch {
      setProblem(text('clipboardRefused'));
    }
  };
  const send = async () => {
    const abort = new AbortController();
    activePaste.current = abort;
    const total = strokes.length;
    let [shownAt, typedCount] = [0, 0];
    const onProgress = (done: number) => {
      typedCount = done;
      if (performance.now() - shownAt < 100) return;
      shownAt = performance.now();
      setProgress({ done, total });
    };
    setProgress({ done: 0, total });
    const run = { signal: abort.signal, onProgress };
    const isComplete = await (pasting.by === 'keys'
      ? pasting.type(pasted, layout, run)
      : pasting.type(pasted, run));
    activePaste.current = null;
    setProgress(null);
    if (isComplete) return onClose();
    if (abort.signal.aborted) return;
    setPasted(pasting.by === 'keys' ? untyped(pasted, layout, typedCount) : pasted);
    setProblem(text('stoppedTaking', { done: typedCount, total }));
  };

  if (progress)
    return (
      <Stack
        className={styles.consoleProgress}
        data-part="console-progress"
        gap={10}
        p={12}
        isShaded
        isFramed
        isRounded
      >
        <progress max={progress.total} value={progress.done} aria-label={text('paste')} />
        <span className="number">{text('typing', progress)}</span>
        <Button size="xs" variant="default" onClick={() => activePaste.current?.abort()}>
          {text('cancel')}
        </Button>
      </Stack>
    );
  return (
    <Stack
      as="form"
      data-part="console-panel"
      gap={10}
      p={12}
      isShaded
      isFramed
      isRounded
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        label={text('pasteText')}
        description={text(pasting.by === 'keys' ? 'pasteHint' : 'pasteLineHint')}
        error={
          missing.length > 0
            ? text('missing', { characters: missing.slice(0, 20).join(' ') })
            : problem
        }
        rows={6}
        value={pasted}
        onChange={(event) => {
          setPasted(event.currentTarget.value);
          setProblem(null);
        }}
        autoFocus
        dir="ltr"
        spellCheck={false}
      />
      <Row gap={8} align="end">
        {pasting.by === 'keys' && (
          <NativeSelect
            size="xs"
            label={text('keyboard')}
            value={layout}
            onChange={(event) => choose(event.currentTarget.value as LayoutId)}
            data={layoutIds.map((id) => ({ value: id, label: text(id) }))}
          />
        )}
        <Button size="xs" variant="default" onClick={() => void pasteFromClipboard()}>
          {text('fromClipboard')}
        </Button>
        <Button size="xs" type="submit" disabled={strokes.length === 0 || missing.length > 0}>
          {text('pasteSend')}
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          {text('close')}
        </Button>
        {seconds >= progressFromSeconds && (
          <span className="soft">{text('pasteTime', { seconds })}</span>
        )}
      </Row>
    </Stack>
  );
}
