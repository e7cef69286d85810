import type { ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { ListScreen } from '../../../../web/table/ListScreen.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { AlertForm } from './AlertForm.tsx';
import { State, Target } from './cells.tsx';
import { type Alert, conditionText, notificationText } from './metrics.ts';
import { text } from './text.ts';
import { useAlertActions } from './useAlertActions.tsx';

/** All alerts and their problems. */
export default function AlertList(): ReactNode {
  const { state, change } = useListState('alerts', ['state']);
  const alerts = useCall(
    'listAlerts',
    { query: listQueryOf(state) },
    { pollMs: 30_000, keepsPrevious: true },
  );
  const { actions, dialog } = useAlertActions();
  return (
    <>
      <ListScreen<Alert>
        list="alerts"
        title={text('title')}
        detail={text('detail')}
        createTitle={text('create')}
        columns={columns()}
        answer={alerts}
        state={state}
        onChange={change}
        nameOf={({ name }) => name}
        filters={[
          {
            key: 'state',
            title: text('state'),
            options: [
              { value: 'firing', title: text('firing') },
              { value: 'acknowledged', title: text('acknowledged') },
            ],
          },
        ]}
        searchHint={text('searchHint')}
        rowActions={[...actions]}
        nothing={{ icon: 'alert', title: text('emptyTitle'), hint: text('emptyHint') }}
        form={(onClose) => <AlertForm alert={null} onClose={onClose} />}
      />
      {dialog}
    </>
  );
}

const columns = (): Column<Alert>[] => [
  {
    ...{ key: 'name', title: text('name'), sort: 'name', isName: true },
    cell: ({ id, name }) => (
      <Link className="link" to={`/alerts/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'state', title: text('state'), cell: (alert) => <State alert={alert} /> },
  { key: 'condition', title: text('condition'), cell: (alert) => conditionText(alert) },
  { key: 'about', title: text('about'), cell: (alert) => <Target alert={alert} /> },
  { key: 'tells', title: text('tells'), cell: (alert) => notificationText(alert) },
  { key: 'owner', title: text('owner'), isShown: false, cell: ({ owner }) => <bdi>{owner}</bdi> },
];
