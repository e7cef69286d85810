import type { ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { ListScreen } from '../../../../web/table/ListScreen.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { ActionText, LastRun, Next, Target } from './cells.tsx';
import { type Schedule, ScheduleForm } from './ScheduleForm.tsx';
import { text } from './text.ts';
import { useScheduleActions } from './useScheduleActions.tsx';

/** All schedules visible to the user. */
export default function ScheduleList(): ReactNode {
  const { state, change } = useListState('schedules');
  const schedules = useCall(
    'listSchedules',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const { actions, dialog } = useScheduleActions();
  return (
    <>
      <ListScreen<Schedule>
        list="schedules"
        title={text('title')}
        detail={text('detail')}
        createTitle={text('create')}
        columns={columns()}
        answer={schedules}
        state={state}
        onChange={change}
        nameOf={({ name }) => name}
        searchHint={text('searchHint')}
        rowActions={[...actions]}
        nothing={{ icon: 'clock', title: text('emptyTitle'), hint: text('emptyHint') }}
        form={(onClose) => <ScheduleForm schedule={null} onClose={onClose} />}
      />
      {dialog}
    </>
  );
}

const columns = (): Column<Schedule>[] => [
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isName: true,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  { key: 'what', title: text('what'), cell: (schedule) => <ActionText schedule={schedule} /> },
  { key: 'about', title: text('about'), cell: (schedule) => <Target schedule={schedule} /> },
  {
    key: 'next',
    title: text('next'),
    sort: 'next',
    cell: (schedule) => <Next schedule={schedule} />,
  },
  { key: 'last', title: text('last'), cell: (schedule) => <LastRun schedule={schedule} /> },
  {
    key: 'times',
    title: text('times'),
    isShown: false,
    cell: ({ times, timeZone }) => (
      <bdi dir="ltr">
        {times} {timeZone}
      </bdi>
    ),
  },
  { key: 'owner', title: text('owner'), isShown: false, cell: ({ owner }) => <bdi>{owner}</bdi> },
];
