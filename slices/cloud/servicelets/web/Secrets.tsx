import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './servicelets.module.css';
import { text } from './text.ts';

/**
 * Asks for confirmation, then shows the passwords of an application, which the portal deletes at
 * that moment.
 */
export function Secrets({ serverId, onClose }: { serverId: string; onClose(): void }) {
  const [items, setItems] = useState<Answer<'showAppSecrets'>['items'] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      setItems((await call('showAppSecrets', { params: { serverId } })).items);
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Dialog onClose={onClose} closeOnClickOutside={items === null} title={text('secretsTitle')}>
      <div className="dialog">
        <p>{text(items === null ? 'secretsAsk' : 'secretsText')}</p>
        {items !== null && (
          <Stack as="ul" gap={8} mb={12}>
            {items.map(({ title, value }) => (
              <Row as="li" align="center" justify="space-between" gap="2px 10px" key={title}>
                <span>{title}</span>
                <Row
                  as="span"
                  className={styles.appAddress}
                  align="center"
                  justify="space-between"
                  gap="2px 10px"
                >
                  <bdi dir="ltr" className="code">
                    {value}
                  </bdi>
                  <CopyButton value={value} label={title} />
                </Row>
              </Row>
            ))}
          </Stack>
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
