import { type ReactNode, useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { call } from '../../../../web/client.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { AlertForm } from './AlertForm.tsx';
import type { Alert } from './metrics.ts';
import { Secret } from './Secret.tsx';
import { text } from './text.ts';

/**
 * The actions on an alert and their dialogs. `onRemoved`: called when the shown alert is deleted.
 */
export function useAlertActions(onRemoved: () => void = () => undefined): {
  actions: readonly Action<Alert>[];
  dialog: ReactNode;
} {
  const [editing, setEditing] = useState<Alert | null>(null);
  const [removing, setRemoving] = useState<Alert | null>(null);
  const [renewing, setRenewing] = useState<Alert | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const run = useRun();
  const params = (alert: Alert) => ({ params: { alertId: alert.id } });
  const verb = (
    { id, icon, title }: { id: string; icon: IconName; title: string },
    key: keyof Alert['actions'],
    handler: (one: Alert) => void,
    isDangerous = false,
  ): Action<Alert> => ({
    id,
    icon,
    title,
    isDangerous,
    reason: (alert) => alert.actions[key],
    run: ([alert]) => alert && handler(alert),
  });
  const toggleAction = (isEnabled: boolean) =>
    verb(
      {
        id: isEnabled ? 'on' : 'off',
        icon: isEnabled ? 'play' : 'pause',
        title: text(isEnabled ? 'switchOn' : 'switchOff'),
      },
      'change',
      (one) => {
        const set = (isOn: boolean) =>
          call('updateAlert', { ...params(one), body: { isEnabled: isOn } });
        void run(
          text('saved'),
          () => set(isEnabled),
          () => set(!isEnabled),
        );
      },
    );
  const acknowledgeAll = async (one: Alert) => {
    for (const server of one.servers.filter(({ state }) => state === 'firing'))
      await call('acknowledgeAlert', { ...params(one), body: { serverId: server.serverId } });
  };
  const actions = [
    verb({ id: 'acknowledge', icon: 'check', title: text('acknowledge') }, 'acknowledge', (one) => {
      void run(text('acknowledgedToast'), () => acknowledgeAll(one));
    }),
    verb({ id: 'test', icon: 'mail', title: text('sendTest') }, 'test', (one) => {
      void run(text('tested'), () => call('testAlert', params(one)));
    }),
    verb({ id: 'edit', icon: 'edit', title: text('edit') }, 'change', setEditing),
    toggleAction(false),
    toggleAction(true),
    verb({ id: 'secret', icon: 'key', title: text('renewSecret') }, 'change', setRenewing),
    verb({ id: 'remove', icon: 'trash', title: text('remove') }, 'remove', setRemoving, true),
  ];
  const dialog = (
    <>
      {editing && <AlertForm alert={editing} onClose={() => setEditing(null)} />}
      {secret && <Secret secret={secret} onClose={() => setSecret(null)} />}
      {renewing && (
        <ConfirmDialog
          title={text('renewTitle', { name: renewing.name })}
          confirmLabel={text('renewSecret')}
          onConfirm={async () => {
            const { webhookSecret } = await call('renewAlertSecret', params(renewing));
            await run(text('renewed'), async () => undefined);
            setSecret(webhookSecret);
          }}
          onClose={() => setRenewing(null)}
        >
          <p>{text('renewText')}</p>
        </ConfirmDialog>
      )}
      {removing && (
        <ConfirmDialog
          title={text('removeTitle', { name: removing.name })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('deleteAlert', params(removing));
            onRemoved();
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

/**
 * The actions that apply to the alert: only one of enable and disable, a secret only with a
 * webhook, and acknowledge only while firing.
 */
export const offeredFor = (
  alert: Alert,
  actions: readonly Action<Alert>[],
): readonly Action<Alert>[] =>
  actions.filter(
    ({ id }) =>
      id !== (alert.isEnabled ? 'on' : 'off') &&
      (id !== 'secret' || alert.webhookUrl !== null) &&
      (id !== 'acknowledge' || alert.state === 'firing'),
  );
