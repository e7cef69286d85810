import { Button } from '@mantine/core';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import styles from './alerts.module.css';
import { text } from './text.ts';

/** Shown once, when a webhook gets a new secret. */
export function Secret({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog onClose={onClose} title={text('secretTitle')} closeOnClickOutside={false}>
      <p>{text('secretText')}</p>
      <p className={styles.alertSecret}>
        <Code>{secret}</Code>
        <CopyButton value={secret} label={text('copy')} />
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{text('secretClose')}</Button>
      </div>
    </Dialog>
  );
}
