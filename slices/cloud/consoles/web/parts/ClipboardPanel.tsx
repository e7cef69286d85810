import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../../../../web/data/toasts.ts';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import styles from '../console.module.css';
import { text } from '../text.ts';

interface ClipboardPanelProps {
  /** The last text copied on the server. Null if there is none. */
  received: string | null;
  onSend(text: string): void;
  onClose(): void;
}

/**
 * Manual clipboard exchange in both directions, because a page can't access the user's clipboard
 * freely.
 */
export function ClipboardPanel({ received, onSend, onClose }: ClipboardPanelProps) {
  const [draft, setDraft] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(received ?? '');
    toast('success', text('copied'));
  };
  return (
    <Stack
      className={styles.consoleClipboard}
      data-part="console-panel"
      gap={10}
      p={12}
      isShaded
      isFramed
      isRounded
    >
      <Stack gap={8} justifyItems="start">
        <Textarea
          label={text('clipboardFrom')}
          rows={3}
          readOnly
          value={received ?? ''}
          placeholder={text('clipboardNone')}
          dir="auto"
        />
        <Button
          size="xs"
          variant="default"
          disabled={received === null}
          onClick={() => void copy()}
        >
          {text('copy')}
        </Button>
      </Stack>
      <Stack gap={8} justifyItems="start">
        <Textarea
          label={text('clipboardTo')}
          rows={3}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          dir="auto"
        />
        <Row gap={8} align="end">
          <Button size="xs" disabled={draft === ''} onClick={() => onSend(draft)}>
            {text('clipboardSend')}
          </Button>
          <Button size="xs" variant="subtle" onClick={onClose}>
            {text('close')}
          </Button>
        </Row>
      </Stack>
    </Stack>
  );
}
