import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { useForm } from '../form.ts';
import { text } from '../text.ts';
import { useChange } from './useChange.ts';

/** The codes, this once: to copy, to keep as a file. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const plain = codes.join('\n');
  return (
    <div className="profile-form">
      <p className="profile-note">{text('recoveryKeep')}</p>
      <ol className="recovery-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="page-actions">
        <CopyButton value={plain} label={text('recovery')} />
        <a
          className="link profile-download"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${plain}\n`)}`}
        >
          {text('recoveryDownload')}
        </a>
      </div>
    </div>
  );
}

export function RecoveryCodesDialog({ replaces, onClose }: { replaces: boolean; onClose(): void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useForm();
  const change = useChange();
  const make = async () => {
    const answer = await form.send(() => call('renewRecoveryCodes'));
    if (!answer) return;
    setCodes(answer.recoveryCodes);
    await change(text('recoveryMade'), async () => undefined);
  };
  return (
    <Dialog onClose={onClose} title={text('recovery')}>
      <div className="dialog">
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <p className="profile-note">{text(replaces ? 'recoveryReplace' : 'recoveryWhat')}</p>
        )}
        {form.problems.rest && <p className="form-problem">{form.problems.rest}</p>}
        <div className="dialog-actions">
          {codes ? (
            <Button onClick={onClose}>{text('recoverySaved')}</Button>
          ) : (
            <Button loading={form.isBusy} onClick={() => void make()}>
              {text(replaces ? 'recoveryRenew' : 'recoveryMake')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
