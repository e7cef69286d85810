import { Button, TextInput } from '@mantine/core';
import { type Answer, call } from '../../../../web/client.ts';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';
import styles from './usage.module.css';

/** The URL of a report, shown only once. */
export function ShareDialog({
  link: { url, expiresAt },
  onClose,
}: {
  link: Answer<'shareUsage'>;
  onClose(): void;
}) {
  const run = useRun();
  const withdraw = async () => {
    if (await run(text('withdrawn'), () => call('withdrawUsageLinks', {}))) onClose();
  };
  return (
    <Dialog onClose={onClose} title={text('shareTitle')}>
      <p>{text('shareHint', { until: formatMoment(expiresAt) })}</p>
      <Row className={styles.usageLink} isNowrap gap={8} align="center">
        <TextInput
          readOnly
          value={url}
          aria-label={text('address')}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label={text('address')} />
      </Row>
      <p>
        <Button variant="subtle" size="xs" onClick={() => void withdraw()}>
          {text('withdraw')}
        </Button>
      </p>
    </Dialog>
  );
}
