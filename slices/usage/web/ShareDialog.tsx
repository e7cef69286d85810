import { Button, TextInput } from '@mantine/core';
import { type Answer, call } from '../../../web/client.ts';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { formatMoment } from '../../../web/ui/values.tsx';
import { text } from './text.ts';

/** The address of a report, shown once. */
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
      <div className="usage-link">
        <TextInput
          readOnly
          value={url}
          aria-label={text('address')}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label={text('address')} />
      </div>
      <p>
        <Button variant="subtle" size="xs" onClick={() => void withdraw()}>
          {text('withdraw')}
        </Button>
      </p>
    </Dialog>
  );
}
