import type { ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { ListScreen } from '../../../../web/table/ListScreen.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { BudgetForm } from './BudgetForm.tsx';
import { BudgetScope, BudgetUsage, State, Thresholds } from './cells.tsx';
import { type Budget, refetch } from './formatBudget.ts';
import { text } from './text.ts';
import { useBudgetActions } from './useBudgetActions.tsx';

/** All accessible budgets with their usage. */
export default function BudgetList(): ReactNode {
  const { state, change } = useListState('budgets', ['state']);
  const budgets = useCall(
    'listBudgets',
    { query: listQueryOf(state) },
    { ...refetch, keepsPrevious: true },
  );
  const options = useCall('budgetOptions', { query: {} });
  const { actions, dialog } = useBudgetActions();
  return (
    <>
      <ListScreen<Budget>
        list="budgets"
        title={text('title')}
        detail={text('detail')}
        createTitle={text('create')}
        columns={columns(options.data?.setsForOthers ?? false)}
        answer={budgets}
        state={state}
        onChange={change}
        nameOf={({ name }) => name}
        filters={[
          {
            key: 'state',
            title: text('state'),
            options: [{ value: 'reached', title: text('reached') }],
          },
        ]}
        searchHint={text('searchHint')}
        rowActions={[...actions]}
        nothing={{ icon: 'gauge', title: text('emptyTitle'), hint: text('emptyHint') }}
        form={(onClose) => <BudgetForm budget={null} onClose={onClose} />}
      />
      {dialog}
    </>
  );
}

const columns = (isMultiAccount: boolean): Column<Budget>[] => [
  {
    ...{ key: 'name', title: text('name'), sort: 'name', isName: true },
    cell: ({ id, name }) => (
      <Link className="link" to={`/budgets/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'used',
    title: text('used'),
    sort: 'used',
    cell: (budget) => <BudgetUsage budget={budget} />,
  },
  { key: 'state', title: text('state'), cell: (budget) => <State budget={budget} /> },
  { key: 'covers', title: text('covers'), cell: (budget) => <BudgetScope budget={budget} /> },
  {
    key: 'account',
    title: text('account'),
    isShown: isMultiAccount,
    cell: ({ owner }) => <bdi>{owner.email}</bdi>,
  },
  {
    key: 'thresholds',
    title: text('thresholds'),
    isShown: false,
    cell: (budget) => <Thresholds budget={budget} />,
  },
];
