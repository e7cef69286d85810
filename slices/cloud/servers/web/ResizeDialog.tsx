import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { ChoiceCard } from '../../../../web/ui/layout/ChoiceCard.tsx';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { formatMb, Money } from '../../../../web/ui/values/values.tsx';
import styles from './actionDialog.module.css';
import type { Server } from './commands.ts';
import { ChangeCost } from './detail/ChangeCost.tsx';
import { dialogText } from './dialogText.ts';
import { text } from './text.ts';

type Sizes = Answer<'getServerSizes'>;
type Size = Sizes['now'];

interface ResizeDialogProps {
  server: Server;
  onClose(): void;
}

/**
 * The next larger size is preselected and every size shows its price, so resizing takes one more
 * click.
 */
export function ResizeDialog({ server, onClose }: ResizeDialogProps) {
  const sizes = useCall('getServerSizes', { params: { serverId: server.id } });
  const [choice, setChoice] = useState<number | null>(null);
  const chosen = choice ?? sizes.data?.suggested ?? null;
  const size = chosen === null ? undefined : sizes.data?.offered[chosen];
  const resize = async () => {
    if (!size) return;
    const { cpuType, cores, ramMb } = size;
    await call('resizeServer', {
      params: { serverId: server.id },
      body: { cpuType, cores, ramMb },
    });
    toast('success', dialogText('resizeDone', { name: server.name }));
  };
  return (
    <ConfirmDialog
      title={dialogText('resizeTitle', { name: server.name })}
      confirmLabel={text('resize')}
      isReady={size !== undefined}
      onConfirm={resize}
      onClose={onClose}
    >
      <div className="dialog">
        {sizes.isError && <ErrorState error={sizes.error} onRetry={() => void sizes.refetch()} />}
        {sizes.isPending && <Skeleton count={4} />}
        {sizes.data && <Offered sizes={sizes.data} chosen={chosen} onChoose={setChoice} />}
        {size && (
          <ChangeCost
            server={server}
            change={{
              action: 'resize',
              cpuType: size.cpuType,
              cores: size.cores,
              ramMb: size.ramMb,
            }}
          />
        )}
        <span className="soft">
          {server.power === 'on' ? dialogText('resizeLive') : dialogText('resizeOff')}
        </span>
      </div>
    </ConfirmDialog>
  );
}

function Offered({
  sizes,
  chosen,
  onChoose,
}: {
  sizes: Sizes;
  chosen: number | null;
  onChoose(index: number): void;
}) {
  return (
    <Stack gap={8} role="radiogroup" aria-label={text('size')}>
      <ChoiceCard as="div" className={styles.sizeCardNow}>
        <SizeLine size={sizes.now} />
        <span className="soft">{dialogText('sizeNow')}</span>
      </ChoiceCard>
      {sizes.offered.map((size, index) => (
        // A selectable card in a radiogroup.
        <ChoiceCard
          as="button"
          key={`${size.cores} ${size.ramMb}`}
          type="button"
          role="radio"
          aria-checked={chosen === index}
          onClick={() => onChoose(index)}
        >
          <SizeLine size={size} />
          {size.needsOff && (
            <Text as="span" size="sm" tone="soft">
              {size.needsOff}
            </Text>
          )}
        </ChoiceCard>
      ))}
    </Stack>
  );
}

function SizeLine({ size: { cpuType, cores, ramMb, price } }: { size: Size }) {
  return (
    <Row as="span" justify="space-between" gap="2px 16px" weight={600}>
      <bdi dir="ltr">
        {cpuType}
        {cores} · {formatMb(ramMb)}
      </bdi>
      <span>
        <Money amount={price.monthly} currency={price.currency} /> {dialogText('aMonth')}
      </span>
    </Row>
  );
}
