import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../../../web/client.ts';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
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
  const form = useForm({
    addresses: addresses.join(' '),
    type: network.isShared ? '1' : '3',
    note: '',
    accountId: '',
  });
  const { type, note, accountId } = form.values;
  const body = {
    addresses: form.values.addresses.split(/[\s,]+/).filter((address) => address !== ''),
    note,
    type: type === '1' ? (1 as const) : (3 as const),
    ...(network.isShared && type === '3' ? { accountId: accountId.trim() } : {}),
  };
  const reserve = () =>
    form.save(text('reservedDone'), () =>
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
      submitLabel={text('reserve')}
      form={form}
      onSubmit={reserve}
      onClose={onClose}
    >
      <p className="soft">{text('reserveText')}</p>
      {addresses.length === 0 ? (
        <TextInput
          label={text('address')}
          description={subnet.cidr}
          dir="ltr"
          data-autofocus
          {...form.input('addresses')}
        />
      ) : (
        form.problemAt('addresses') && (
          <p className="form-problem" role="alert">
            {form.problemAt('addresses')}
          </p>
        )
      )}
      <NativeSelect
        label={text('reserveType')}
        {...form.input('type')}
        data={[
          { value: '3', label: text('forServers') },
          { value: '1', label: text('forServices') },
        ]}
      />
      {network.isShared && type === '3' && (
        <TextInput label={text('account')} dir="ltr" {...form.input('accountId')} />
      )}
      <TextInput label={text('note')} maxLength={500} {...form.input('note')} />
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
  const form = useForm({ reverseName: address.reverseName ?? '', note: address.note });
  const params = { subnetId: subnet.id, address: address.address };
  return (
    <FormDialog
      title={text('nameTitle', { address: address.address })}
      submitLabel={text('save')}
      form={form}
      onSubmit={() =>
        form.save(text('changed'), () => call('updateAddress', { params, body: form.values }))
      }
      onClose={onClose}
    >
      <TextInput
        label={text('reverseName')}
        description={text('nameHint')}
        maxLength={254}
        dir="ltr"
        data-autofocus
        {...form.input('reverseName')}
      />
      <TextInput label={text('note')} maxLength={500} {...form.input('note')} />
    </FormDialog>
  );
}
