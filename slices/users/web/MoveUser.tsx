import { NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { call } from '../../../web/client.ts';
import { toast } from '../../../web/data/toasts.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import type { DialogProps } from './ActionDialog.tsx';
import { text } from './text.ts';

/** To another site, below another account, or from below one. */
export function MoveUser({ user, refetch, onClose }: DialogProps) {
  const options = useCall('userOptions', {});
  const [siteId, setSite] = useState(user.siteId);
  const [parentId, setParent] = useState(user.parentId);
  const move = async () => {
    await call('moveUser', { params: { userId: user.id }, body: { siteId, parentId } });
    toast('success', text('moveDone', { name: user.email }));
    void refetch();
  };
  return (
    <ConfirmDialog
      title={text('moveTitle', { name: user.email })}
      confirmLabel={text('move')}
      onConfirm={move}
      onClose={onClose}
    >
      <div className="dialog">
        <span>{text('moveText')}</span>
        <NativeSelect
          label={text('site')}
          value={siteId}
          data={(options.data?.sites ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => {
            setSite(event.currentTarget.value);
            setParent(null);
          }}
        />
        <ParentPick
          key={siteId}
          user={user}
          siteId={siteId}
          chosen={parentId}
          onChoose={setParent}
        />
      </div>
    </ConfirmDialog>
  );
}

interface PickProps {
  user: DialogProps['user'];
  siteId: string;
  chosen: string | null;
  onChoose(parentId: string | null): void;
}

/** The account it is to stand below, searched for by address or name; none is a choice too. */
function ParentPick({ user, siteId, chosen, onChoose }: PickProps) {
  const [typed, setTyped] = useState('');
  const filter = useDeferredValue(typed.trim());
  const found = useCall(
    'listParentCandidates',
    { params: { userId: user.id }, query: filter ? { siteId, filter } : { siteId } },
    { keepsPrevious: true },
  ).data?.items;
  // What is chosen stays in sight whatever is searched for.
  const [kept, setKept] = useState(
    user.parentId && user.parent && siteId === user.siteId
      ? { id: user.parentId, email: user.parent, name: '' }
      : null,
  );
  const shown = [...(kept ? [kept] : []), ...(found ?? []).filter(({ id }) => id !== kept?.id)];
  return (
    <fieldset className="user-pick">
      <legend>{text('parent')}</legend>
      <TextInput
        type="search"
        aria-label={text('searchParent')}
        placeholder={text('searchParent')}
        description={text('moveParentHint')}
        value={typed}
        leftSection={<Icon name="search" size={15} />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul aria-label={text('parent')}>
        <li>
          <label>
            <input
              type="radio"
              name="parent"
              checked={chosen === null}
              onChange={() => onChoose(null)}
            />
            <span>{text('belowNone')}</span>
          </label>
        </li>
        {shown.map((account) => (
          <li key={account.id}>
            <label>
              <input
                type="radio"
                name="parent"
                checked={chosen === account.id}
                onChange={() => {
                  setKept(account);
                  onChoose(account.id);
                }}
              />
              <span>
                <bdi dir="ltr">{account.email}</bdi>
                {account.name && (
                  <small className="soft">
                    <bdi>{account.name}</bdi>
                  </small>
                )}
              </span>
            </label>
          </li>
        ))}
        {found && shown.length === 0 && (
          <li className="soft user-pick-none">{text('noParentFound')}</li>
        )}
      </ul>
    </fieldset>
  );
}
