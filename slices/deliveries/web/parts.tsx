import type { Answer } from '../../../web/client.ts';
import { call } from '../../../web/client.ts';
import type { Action } from '../../../web/ui/actions.tsx';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { text } from './text.ts';

export type Delivery = Answer<'listDeliveries'>['items'][number];
export const states = ['waiting', 'sent', 'failed', 'kept'] as const;

const tones: Record<Delivery['state'], Tone> = {
  waiting: 'busy',
  sent: 'good',
  failed: 'bad',
  kept: 'warning',
};

export const DeliveryState = ({ state }: { state: Delivery['state'] }) => (
  <Badge tone={tones[state]}>{text(state)}</Badge>
);

/** Topics of the live events that announce a change of a delivery. */
export const topics = ['mail', 'alert', 'company'] as const;
const invalidated = ['listDeliveries', 'getDelivery'] as const;

export function useDeliveryActions(): [retry: Action<Delivery>, giveUp: Action<Delivery>] {
  const run = useRun();
  const change = (
    rows: readonly Delivery[],
    operation: 'retryDelivery' | 'giveUpDelivery',
    done: 'retried' | 'givenUp',
  ) =>
    void run(
      text(done, { count: rows.length }),
      async () => {
        for (const { id } of rows) await call(operation, { params: { deliveryId: id } });
      },
      invalidated,
    );
  return [
    {
      ...{ id: 'retry', title: text('retry'), icon: 'reload' },
      reason: ({ actions }) => actions.retry,
      run: (rows) => change(rows, 'retryDelivery', 'retried'),
    },
    {
      ...{ id: 'giveUp', title: text('giveUp'), icon: 'x' },
      reason: ({ actions }) => actions.giveUp,
      run: (rows) => change(rows, 'giveUpDelivery', 'givenUp'),
    },
  ];
}
