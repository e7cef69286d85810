import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { errorText } from '../../../web/ui/errorText.ts';
import { text } from './text.ts';

/**
 * Asks first, then shows the passwords of an application: the portal has forgotten them by then.
 */
export function Secrets({ serverId, onClose }: { serverId: string; onClose(): void }) {
  const [items, setItems] = useState<Answer<'showAppSecrets'>['items'] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const queryClient = useQueryClient();
  const show = async () => {
    setBusy(true);
    try {
      setItems((await call('showAppSecrets', { params: { serverId } })).items);
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: ['getServerApp'] });
  };
  return (
    <Dialog onClose={onClose} closeOnClickOutside={items === null} title={text('secretsTitle')}>
      <div className="dialog">
        <p>{text(items === null ? 'secretsAsk' : 'secretsText')}</p>
        {items !== null && (
          <ul className="app-links">
            {items.map(({ title, value }) => (
              <li key={title}>
                <span>{title}</span>
                <span className="app-address">
                  <bdi dir="ltr" className="code">
                    {value}
                  </bdi>
                  <CopyButton value={value} label={title} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {problem && (
          <p className="form-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-actions">
          {items === null ? (
            <>
              <Button variant="default" onClick={onClose}>
                {text('close')}
              </Button>
              <Button loading={isBusy} onClick={() => void show()}>
                {text('secrets')}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>{text('keep')}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
