import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { FormDialog } from './FormDialog.tsx';
import type { Address, Network, Subnet } from './network.tsx';
import { text } from './text.ts';

interface ReserveProps {
  network: Network;
  subnet: Subnet;
  /** Addresses selected in the list. If empty, the user types an address. */
  addresses: readonly string[];
  onClose(): void;
}

/**
 * Reserves addresses. In a private network they are reserved for its owner or for services. In a
 * shared network, root selects the account.
 */
export function ReserveAddresses({ network, subnet, addresses, onClose }: ReserveProps) {
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<'1' | '3'>(network.isShared ? '1' : '3');
  const [note, setNote] = useState('');
  const [accountId, setAccountId] = useState('');
  const saving = useSave(['addresses', 'type', 'note', 'accountId']);
  const wanted =
    addresses.length > 0
      ? [...addresses]
      : typed.split(/[\s,]+/).filter((address) => address !== '');
  const body = {
    ...{ addresses: wanted, note, type: type === '1' ? (1 as const) : (3 as const) },
    ...(network.isShared && type === '3' ? { accountId: accountId.trim() } : {}),
  };
  const reserve = () =>
    saving.save(text('reservedDone'), () =>
      call('reserveAddresses', { params: { subnetId: subnet.id }, body }),
    );
  const [first] = addresses;
  const title =
    addresses.length === 1 && first !== undefined
      ? text('reserveOne', { address: first })
      : addresses.length > 1
        ? text('reserveMany', { count: addresses.length })
        : text('reserve');
  return (
    <FormDialog
      title={title}
      confirmLabel={text('reserve')}
      saving={saving}
      onSave={reserve}
      onClose={onClose}
    >
      <p className="soft">{text('reserveText')}</p>
      {addresses.length === 0 ? (
        <TextInput
          label={text('address')}
          description={subnet.cidr}
          error={saving.problemAt('addresses')}
          value={typed}
          dir="ltr"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : (
        saving.problemAt('addresses') && (
          <p className="form-problem" role="alert">
            {saving.problemAt('addresses')}
          </p>
        )
      )}
      <NativeSelect
        label={text('reserveType')}
        error={saving.problemAt('type')}
        value={type}
        onChange={(event) => setType(event.currentTarget.value === '1' ? '1' : '3')}
        data={[
          { value: '3', label: text('forServers') },
          { value: '1', label: text('forServices') },
        ]}
      />
      {network.isShared && type === '3' && (
        <TextInput
          label={text('account')}
          error={saving.problemAt('accountId')}
          value={accountId}
          dir="ltr"
          onChange={(event) => setAccountId(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={text('note')}
        error={saving.problemAt('note')}
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

export function NameAddress({
  subnet,
  address,
  onClose,
}: {
  subnet: Subnet;
  address: Address;
  onClose(): void;
}) {
  const [reverseName, setReverseName] = useState(address.reverseName ?? '');
  const [note, setNote] = useState(address.note);
  const saving = useSave(['reverseName', 'note']);
  const params = { subnetId: subnet.id, address: address.address };
  return (
    <FormDialog
      title={text('nameTitle', { address: address.address })}
      confirmLabel={text('save')}
      saving={saving}
      onSave={() =>
        saving.save(text('changed'), () =>
          call('updateAddress', { params, body: { reverseName, note } }),
        )
      }
      onClose={onClose}
    >
      <TextInput
        label={text('reverseName')}
        description={text('nameHint')}
        error={saving.problemAt('reverseName')}
        value={reverseName}
        maxLength={254}
        dir="ltr"
        data-autofocus
        onChange={(event) => setReverseName(event.currentTarget.value)}
      />
      <TextInput
        label={text('note')}
        error={saving.problemAt('note')}
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
