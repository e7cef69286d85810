import { type ReactNode, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import type { Delivery } from './parts.tsx';
import { text } from './text.ts';

const paramsOf = ({ id }: Delivery) => ({ params: { deliveryId: String(id) } });

/** An operator's actions on a delivery, with their confirmation dialog. */
export function useDeliveryActions(): { actions: Action<Delivery>[]; dialog: ReactNode } {
  const [canceling, setCanceling] = useState<Delivery | null>(null);
  const run = useRun();
  const retry: Action<Delivery> = {
    ...{ id: 'retry', title: text('retry'), icon: 'reload' },
    reason: ({ actions }) => actions.retry,
    run: ([row]) =>
      row && void run(text('retried', { id: row.id }), () => call('retryDelivery', paramsOf(row))),
  };
  const cancel: Action<Delivery> = {
    ...{ id: 'giveUp', title: text('giveUp'), icon: 'stop', isDangerous: true },
    reason: ({ actions }) => actions.giveUp,
    run: ([row]) => row && setCanceling(row),
  };
  const confirm = async () => {
    if (!canceling) return;
    await call('giveUpDelivery', paramsOf(canceling));
    await run(text('givenUp'), async () => undefined);
  };
  const dialog = canceling && (
    <ConfirmDialog
      title={text('giveUpTitle', { id: canceling.id })}
      confirmLabel={text('giveUp')}
      isDangerous
      onConfirm={confirm}
      onClose={() => setCanceling(null)}
    >
      {text('giveUpText')}
    </ConfirmDialog>
  );
  return { actions: [retry, cancel], dialog };
}
