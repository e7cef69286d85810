import { type ReactNode, useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { call } from '../../../../web/client.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { type Schedule, ScheduleForm } from './ScheduleForm.tsx';
import { text } from './text.ts';

/** The actions on a schedule and their dialogs. */
export function useScheduleActions(): { actions: readonly Action<Schedule>[]; dialog: ReactNode } {
  const [editing, setEditing] = useState<Schedule | null>(null);
  const [removing, setRemoving] = useState<Schedule | null>(null);
  const run = useRun();
  const params = (schedule: Schedule) => ({ params: { scheduleId: schedule.id } });
  const verb = (
    id: string,
    icon: IconName,
    title: string,
    key: keyof Schedule['actions'],
    handler: (one: Schedule) => void,
  ): Action<Schedule> => ({
    ...{
      id,
      icon,
      title,
      isDangerous: key === 'remove',
      reason: (schedule: Schedule) => schedule.actions[key],
    },
    run: ([schedule]) => schedule && handler(schedule),
  });
  const toggleAction = (isEnabled: boolean): Action<Schedule> => ({
    ...verb(
      isEnabled ? 'on' : 'off',
      isEnabled ? 'play' : 'pause',
      text(isEnabled ? 'switchOn' : 'switchOff'),
      'change',
      (one) => {
        const set = (isOn: boolean) =>
          call('updateSchedule', { ...params(one), body: { isEnabled: isOn } });
        void run(
          text('saved'),
          () => set(isEnabled),
          () => set(!isEnabled),
        );
      },
    ),
  });
  const actions = [
    verb(
      'run',
      'play',
      text('runNow'),
      'run',
      (one) => void run(text('ran', { name: one.name }), () => call('runSchedule', params(one))),
    ),
    verb(
      'acknowledge',
      'check',
      text('acknowledge'),
      'acknowledge',
      (one) =>
        void run(text('acknowledged', { name: one.name }), () =>
          call('acknowledgeSchedule', params(one)),
        ),
    ),
    verb('edit', 'edit', text('edit'), 'change', setEditing),
    toggleAction(false),
    toggleAction(true),
    verb('remove', 'trash', text('remove'), 'remove', setRemoving),
  ];
  const dialog = (
    <>
      {editing && <ScheduleForm schedule={editing} onClose={() => setEditing(null)} />}
      {removing && (
        <ConfirmDialog
          title={text('removeTitle', { name: removing.name })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('deleteSchedule', params(removing));
            await run(text('removed', { name: removing.name }), async () => undefined);
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{text('removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
  return { actions, dialog };
}

/** Offers either enabling or disabling, and acknowledging only after a failure. */
export const offeredFor = (
  schedule: Schedule,
  actions: readonly Action<Schedule>[],
): readonly Action<Schedule>[] =>
  actions.filter(
    ({ id }) =>
      id !== (schedule.isEnabled ? 'on' : 'off') &&
      (id !== 'acknowledge' || schedule.trouble !== null),
  );
