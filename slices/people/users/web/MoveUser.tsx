import { NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Box, Text } from '../../../../web/ui/layout/Layout.tsx';
import { ChoiceList } from '../../../../web/ui/layout/LineList.tsx';
import type { DialogProps } from './ActionDialog.tsx';
import { text } from './text.ts';

/** Moves a user to another site, or into or out of a parent account. */
export function MoveUser({ user, onClose }: DialogProps) {
  const options = useCall('userOptions', {});
  const [siteId, setSite] = useState(user.siteId);
  const [parentId, setParent] = useState(user.parentId);
  const move = async () => {
    await call('moveUser', { params: { userId: user.id }, body: { siteId, parentId } });
    toast('success', text('moveDone', { name: user.email }));
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
        <ParentPicker
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

/** The parent account, searchable by email address or name. "None" is also an option. */
function ParentPicker({ user, siteId, chosen, onChoose }: PickProps) {
  const [typed, setTyped] = useState('');
  const filter = useDeferredValue(typed.trim());
  const found = useCall(
    'listParentCandidates',
    { params: { userId: user.id }, query: filter ? { siteId, filter } : { siteId } },
    { keepsPrevious: true },
  ).data?.items;
  // The selected option stays visible during a search.
  const [selectedParent, setSelectedParent] = useState(
    user.parentId && user.parent && siteId === user.siteId
      ? { id: user.parentId, email: user.parent, name: '' }
      : null,
  );
  const candidates = [
    ...(selectedParent ? [selectedParent] : []),
    ...(found ?? []).filter(({ id }) => id !== selectedParent?.id),
  ];
  return (
    <Box as="fieldset">
      <Text as="legend" size="sm" weight={500}>
        {text('parent')}
      </Text>
      <TextInput
        type="search"
        aria-label={text('searchParent')}
        placeholder={text('searchParent')}
        description={text('moveParentHint')}
        value={typed}
        leftSection={<Icon name="search" size={15} />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ChoiceList maxHeight={220} aria-label={text('parent')}>
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
        {candidates.map((account) => (
          <li key={account.id}>
            <label>
              <input
                type="radio"
                name="parent"
                checked={chosen === account.id}
                onChange={() => {
                  setSelectedParent(account);
                  onChoose(account.id);
                }}
              />
              <span>
                <bdi dir="ltr">{account.email}</bdi>
                {account.name && (
                  <Text as="small" isBlock tone="soft">
                    <bdi>{account.name}</bdi>
                  </Text>
                )}
              </span>
            </label>
          </li>
        ))}
        {found && candidates.length === 0 && (
          <Box as="li" p={12} tone="soft">
            {text('noParentFound')}
          </Box>
        )}
      </ChoiceList>
    </Box>
  );
}
