import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../../../web/data/toasts.ts';
import { text } from '../text.ts';

interface ClipboardPanelProps {
  /** What the server copied last; null when nothing yet. */
  received: string | null;
  onSend(text: string): void;
  onClose(): void;
}

/** The clipboard both ways, by hand: a page may not reach into the person's own. */
export function ClipboardPanel({ received, onSend, onClose }: ClipboardPanelProps) {
  const [given, setGiven] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(received ?? '');
    toast('success', text('copied'));
  };
  return (
    <div className="console-panel console-clipboard">
      <div>
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
      </div>
      <div>
        <Textarea
          label={text('clipboardTo')}
          rows={3}
          value={given}
          onChange={(event) => setGiven(event.currentTarget.value)}
          dir="auto"
        />
        <div className="console-panel-row">
          <Button size="xs" disabled={given === ''} onClick={() => onSend(given)}>
            {text('clipboardSend')}
          </Button>
          <Button size="xs" variant="subtle" onClick={onClose}>
            {text('close')}
          </Button>
        </div>
      </div>
    </div>
  );
}
