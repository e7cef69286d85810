import { useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { toast } from '../../../web/data/toasts.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { formatMb, Money } from '../../../web/ui/values.tsx';
import type { Server } from './commands.ts';
import { ChangeCost } from './detail/ChangeCost.tsx';
import { asked } from './dialogText.ts';
import { text } from './text.ts';

type Sizes = Answer<'getServerSizes'>;
type Size = Sizes['now'];

interface ResizeDialogProps {
  server: Server;
  refetch(): Promise<unknown>;
  onClose(): void;
}

/**
 * The next larger size is chosen already, and every size shows its price: one more click and it is
 * done.
 */
export function ResizeDialog({ server, refetch, onClose }: ResizeDialogProps) {
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
    toast('success', asked('resizeDone', { name: server.name }));
    void refetch();
  };
  return (
    <ConfirmDialog
      title={asked('resizeTitle', { name: server.name })}
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
          {server.power === 'on' ? asked('resizeLive') : asked('resizeOff')}
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
    <div className="size-cards" role="radiogroup" aria-label={text('size')}>
      <div className="size-card size-card-now">
        <SizeLine size={sizes.now} />
        <span className="soft">{asked('sizeNow')}</span>
      </div>
      {sizes.offered.map((size, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a card that is chosen; the group is a radiogroup
        <button
          key={`${size.cores} ${size.ramMb}`}
          type="button"
          role="radio"
          className="size-card"
          aria-checked={chosen === index}
          onClick={() => onChoose(index)}
        >
          <SizeLine size={size} />
          {size.needsOff && <span className="size-reason">{size.needsOff}</span>}
        </button>
      ))}
    </div>
  );
}

function SizeLine({ size: { cpuType, cores, ramMb, price } }: { size: Size }) {
  return (
    <span className="size-line">
      <bdi dir="ltr">
        {cpuType}
        {cores} · {formatMb(ramMb)}
      </bdi>
      <span>
        <Money amount={price.monthly} currency={price.currency} /> {asked('aMonth')}
      </span>
    </span>
  );
}
