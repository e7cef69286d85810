import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../../../web/client.ts';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import type { Network, Server } from './layout.ts';
import { text } from './text.ts';

interface ConnectServerProps {
  server: Server;
  /** The network the server was dropped on. Null if it still has to be selected. */
  network: Network | null;
  networks: readonly Network[];
  onClose(): void;
}

/** Connects a server to a network, with a new interface or an existing one. */
export default function ConnectServer({ server, network, networks, onClose }: ConnectServerProps) {
  const possible = networks.filter(
    ({ datacenterId, connect }) => datacenterId === server.datacenterId && connect === null,
  );
  const form = useForm({ networkId: network?.id ?? '', nicId: '', address: '' });
  const { networkId, nicId, address } = form.values;
  const chosen = possible.find(({ id }) => id === networkId);
  const movableNics = server.cards.filter((nic) => nic.networkId !== networkId);
  const body = { networkId, ...(address.trim() === '' ? {} : { address: address.trim() }) };
  const params = { serverId: server.id };
  const connect = () =>
    form.save(text('asked', { name: server.name, network: chosen?.name ?? '' }), () =>
      nicId === ''
        ? call('createServerNic', { params, body })
        : call('moveServerNic', { params: { ...params, nicId }, body }),
    );
  return (
    <FormDialog
      title={text('connectTitle', { name: server.name })}
      submitLabel={text('connectNow')}
      form={form}
      isReady={networkId !== ''}
      onSubmit={connect}
      onClose={onClose}
    >
      <NativeSelect
        label={text('network')}
        data-autofocus
        data={[
          ...(networkId === '' ? [{ value: '', label: text('choose') }] : []),
          ...possible.map(({ id, name, vlan, subnets }) => ({
            value: id,
            label: `${name} · ${text('vlan', { vlan })} · ${subnets.map(({ cidr }) => cidr).join(', ')}`,
          })),
        ]}
        {...form.input('networkId')}
        onChange={(event) => form.set({ networkId: event.currentTarget.value, nicId: '' })}
      />
      <NativeSelect
        label={text('how')}
        data={[
          { value: '', label: text('addCard') },
          ...movableNics.map(({ id, networkName, addresses }) => ({
            value: id,
            label: text('moveCard', {
              address: addresses[0]?.address ?? '',
              network: networkName,
            }),
          })),
        ]}
        {...form.input('nicId')}
      />
      <TextInput
        label={text('address')}
        description={text('addressHint')}
        dir="ltr"
        {...form.input('address')}
      />
    </FormDialog>
  );
}
