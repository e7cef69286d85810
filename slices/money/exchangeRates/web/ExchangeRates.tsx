import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { formatDate } from '../../../../web/ui/values/moments.ts';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { CorrectForm, RateForm } from './RateForm.tsx';
import { RateSource } from './RateSource.tsx';
import { text } from './text.ts';

type Rate = Answer<'listExchangeRates'>['items'][number];
const tones: Record<Rate['state'], Tone> = { known: 'good', planned: 'busy', withdrawn: 'neutral' };
const states = ['known', 'planned', 'withdrawn'] as const;

/** All exchange rates and their source. */
export default function ExchangeRates(): ReactNode {
  const { state, change } = useListState('exchangeRates', ['state']);
  const rates = useCall(
    'listExchangeRates',
    { query: listQueryOf(state) },
    { keepsPrevious: true },
  );
  const [isAdding, setAdding] = useState(false);
  const { actions, dialog } = useRateActions();
  const denialReason = rates.data?.cannotAdd ?? null;
  const addButton = (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      {...(denialReason === null
        ? {}
        : { 'data-disabled': true, 'aria-disabled': true, 'data-hint': denialReason })}
      onClick={() => denialReason === null && setAdding(true)}
    >
      {text('add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} actions={addButton} />
      <RateSource />
      <DataTable<Rate>
        list="exchangeRates"
        label={text('title')}
        columns={columns()}
        answer={rates}
        state={state}
        onChange={change}
        nameOf={({ base, quote, day }) => `${base} ${quote} ${day}`}
        filters={[
          {
            key: 'state',
            title: text('state'),
            options: states.map((value) => ({ value, title: text(`state_${value}`) })),
          },
        ]}
        searchHint={text('searchHint')}
        rowActions={actions}
        empty={
          <EmptyState
            icon="reload"
            title={text('emptyTitle')}
            hint={text('emptyHint')}
            action={addButton}
          />
        }
      />
      {isAdding && <RateForm onClose={() => setAdding(false)} />}
      {dialog}
    </>
  );
}

const columns = (): Column<Rate>[] => [
  {
    ...{ key: 'pair', title: text('pair'), sort: 'pair', isName: true },
    cell: ({ base, quote, rate }) => (
      <bdi dir="ltr" className="number">{`1 ${base} = ${rate} ${quote}`}</bdi>
    ),
  },
  { key: 'day', title: text('day'), sort: 'day', cell: ({ day }) => formatDate(day) },
  { key: 'source', title: text('source'), cell: ({ source }) => text(`source_${source}`) },
  {
    key: 'state',
    title: text('state'),
    cell: ({ state }) => <Badge tone={tones[state]}>{text(`state_${state}`)}</Badge>,
  },
  {
    key: 'enteredBy',
    title: text('enteredBy'),
    cell: ({ enteredBy }) => <bdi>{enteredBy ?? '–'}</bdi>,
  },
  {
    key: 'enteredAt',
    title: text('enteredAt'),
    isShown: false,
    cell: ({ enteredAt }) => <RelativeTime at={enteredAt} />,
  },
  {
    key: 'withdrawnBy',
    title: text('withdrawnBy'),
    isShown: false,
    cell: ({ withdrawnBy }) => <bdi>{withdrawnBy ?? '–'}</bdi>,
  },
];

function useRateActions() {
  const [correcting, setCorrecting] = useState<Rate | null>(null);
  const [withdrawing, setWithdrawing] = useState<Rate | null>(null);
  const run = useRun();
  const actions: Action<Rate>[] = [
    {
      ...{
        id: 'correct',
        icon: 'edit',
        title: text('correct'),
        reason: ({ actions: { correct } }) => correct,
      },
      run: ([rate]) => rate && setCorrecting(rate),
    },
    {
      ...{
        id: 'withdraw',
        icon: 'trash',
        title: text('withdraw'),
        isDangerous: true,
        reason: ({ actions: { withdraw } }) => withdraw,
      },
      run: ([rate]) => rate && setWithdrawing(rate),
    },
  ];
  const withdraw = async ({ id, base, quote }: Rate) => {
    await call('withdrawExchangeRate', { params: { rateId: id } });
    await run(text('withdrawn', { base, quote }), async () => undefined);
  };
  const dialog = (
    <>
      {correcting && <CorrectForm rate={correcting} onClose={() => setCorrecting(null)} />}
      {withdrawing && (
        <ConfirmDialog
          title={text('withdrawTitle', {
            base: withdrawing.base,
            quote: withdrawing.quote,
            day: formatDate(withdrawing.day),
          })}
          confirmLabel={text('withdraw')}
          isDangerous
          onConfirm={() => withdraw(withdrawing)}
          onClose={() => setWithdrawing(null)}
        >
          <p>{text('withdrawText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
  return { actions, dialog };
}
