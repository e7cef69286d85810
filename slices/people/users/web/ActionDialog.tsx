import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useUndo } from '../../../../web/ui/feedback/useUndo.ts';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import type { ActionTarget, DialogVerb } from './actions.tsx';
import { CreateUser } from './CreateUser.tsx';
import { EditUser } from './EditUser.tsx';
import { MoveUser } from './MoveUser.tsx';
import { text } from './text.ts';

export interface DialogProps {
  user: ActionTarget;
  onClose(): void;
}

/** The confirmation of an action on a user. */
export default function ActionDialog({ about, ...props }: DialogProps & { about: DialogVerb }) {
  if (about === 'disable') return <Disable {...props} />;
  if (about === 'delete') return <Delete {...props} />;
  if (about === 'changeRole') return <ChangeRole {...props} />;
  if (about === 'move') return <MoveUser {...props} />;
  if (about === 'actFor') return <ActFor {...props} />;
  if (about === 'edit') return <EditUser {...props} />;
  return <NewSubAccountDialog {...props} />;
}

function NewSubAccountDialog({ user, onClose }: DialogProps) {
  const options = useCall('userOptions', {});
  return options.data ? (
    <CreateUser options={options.data} parent={user} onClose={onClose} />
  ) : null;
}

/** Shows the effects, as reported by the portal, before disabling a user. */
function Disable({ user, onClose }: DialogProps) {
  const params = { userId: user.id };
  const [effects, setEffects] = useState<readonly string[] | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const undo = useUndo();
  if (!isConfirming) {
    setConfirming(true);
    call('disableUser', { params, body: { checkOnly: true } }).then(
      (answer) => setEffects(answer.effects),
      () => setEffects([]),
    );
  }
  const disable = async () => {
    await call('disableUser', { params, body: {} });
    const enable = undo(() => call('enableUser', { params }));
    toast('success', text('disableDone', { name: user.email }), undefined, enable);
  };
  return (
    <ConfirmDialog
      title={text('disableTitle', { name: user.email })}
      confirmLabel={text('disable')}
      isDangerous
      onConfirm={disable}
      onClose={onClose}
    >
      <div className="dialog">
        <span>{text('disableText')}</span>
        {effects === null ? (
          <Skeleton count={3} />
        ) : (
          <Stack as="ul" gap={6} ps={18}>
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </Stack>
        )}
      </div>
    </ConfirmDialog>
  );
}

function Delete({ user, onClose }: DialogProps) {
  const params = { userId: user.id };
  const check = useCall('checkUserDeletion', { params });
  const remove = async () => {
    await call('deleteUser', { params });
    toast('success', text('deleteDone', { name: user.email }));
  };
  return (
    <ConfirmDialog
      title={text('deleteTitle', { name: user.email })}
      confirmLabel={text('delete')}
      isDangerous
      typedName={user.email}
      onConfirm={remove}
      onClose={onClose}
    >
      <div className="dialog">
        <span>{text('deleteText')}</span>
        {check.isError ? (
          <ErrorState error={check.error} onRetry={() => void check.refetch()} />
        ) : !check.data ? (
          <Skeleton count={3} />
        ) : (
          <ResourcesWarning check={check.data} />
        )}
      </div>
    </ConfirmDialog>
  );
}

type Check = NonNullable<ReturnType<typeof useCall<'checkUserDeletion'>>['data']>;

function ResourcesWarning({
  check: { servers, children, groups, spend, sessions, problem },
}: {
  check: Check;
}) {
  const isEmpty = servers.length + children.length + groups.length === 0;
  const names = (list: readonly string[]) => list.join(', ');
  return (
    <>
      <Stack as="ul" gap={6} ps={18}>
        {isEmpty && <li>{text('ownsNothing')}</li>}
        {servers.length > 0 && (
          <li>{text('ownsServers', { names: names(servers.map(({ name }) => name)) })}</li>
        )}
        {children.length > 0 && (
          <li>{text('ownsChildren', { names: names(children.map(({ email }) => email)) })}</li>
        )}
        {groups.length > 0 && <li>{text('ownsGroups', { names: names(groups) })}</li>}
        {spend.map(({ amount, currency }) => (
          <li key={currency}>{text('ownsSpend', { amount: formatMoney(amount, currency) })}</li>
        ))}
        <li>{text('deleteSessions', { count: sessions })}</li>
      </Stack>
      {problem && <p className="form-problem">{problem}</p>}
    </>
  );
}

function ChangeRole({ user, onClose }: DialogProps) {
  const params = { userId: user.id };
  const detail = useCall('getUser', { params });
  const [role, setRole] = useState(user.role);
  const change = async () => {
    await call('updateUserRole', { params, body: { role } });
    toast('success', text('roleDone', { name: user.email }));
  };
  return (
    <ConfirmDialog
      title={text('roleTitle', { name: user.email })}
      confirmLabel={text('changeRole')}
      onConfirm={change}
      onClose={onClose}
    >
      <div className="dialog">
        <span>{text('roleText')}</span>
        <NativeSelect
          label={text('role')}
          value={role}
          data={(detail.data?.givableRoles ?? [user.role]).map((value) => ({
            value,
            label: text(`role.${value}`),
          }))}
          onChange={(event) => setRole(event.currentTarget.value as typeof role)}
        />
      </div>
    </ConfirmDialog>
  );
}

const minuteChoices = ['10', '20', '30', '60'];

function ActFor({ user, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState('20');
  const [mayChange, setMayChange] = useState(false);
  const start = async () => {
    await call('actFor', {
      params: { userId: user.id },
      body: { reason, minutes: Number(minutes), mayChange },
    });
    // All data on the page now belongs to another user, so the page reloads.
    window.location.assign('/dashboard');
  };
  return (
    <ConfirmDialog
      title={text('actTitle', { name: user.email })}
      confirmLabel={text('actStart')}
      onConfirm={start}
      onClose={onClose}
    >
      <div className="dialog">
        <span>{text('actText')}</span>
        <TextInput
          label={text('actReason')}
          description={text('actReasonHint')}
          value={reason}
          maxLength={500}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <NativeSelect
          label={text('actMinutes')}
          value={minutes}
          data={minuteChoices}
          onChange={(event) => setMinutes(event.currentTarget.value)}
        />
        <Checkbox
          label={text('actMayChange')}
          description={text('actMayChangeHint')}
          checked={mayChange}
          onChange={(event) => setMayChange(event.currentTarget.checked)}
        />
      </div>
    </ConfirmDialog>
  );
}
