import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import type common from '../../../../web/texts/common/en.json';
import { textsOf } from '../../../../web/texts/texts.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import type { Network, Server } from './layout.ts';
import { text } from './text.ts';

const commonText = textsOf<typeof common>('common');

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
  const [networkId, setNetworkId] = useState(network?.id ?? '');
  const [nicId, setNicId] = useState('');
  const [address, setAddress] = useState('');
  const saving = useSave(['networkId', 'address']);
  const chosen = possible.find(({ id }) => id === networkId);
  const movableNics = server.cards.filter((nic) => nic.networkId !== networkId);
  const body = { networkId, ...(address.trim() === '' ? {} : { address: address.trim() }) };
  const params = { serverId: server.id };
  const connect = async () => {
    const work = () =>
      nicId === ''
        ? call('createServerNic', { params, body })
        : call('moveServerNic', { params: { ...params, nicId }, body });
    if (await saving.save(text('asked', { name: server.name, network: chosen?.name ?? '' }), work))
      onClose();
  };
  return (
    <Dialog onClose={onClose} title={text('connectTitle', { name: server.name })}>
      <form
        className="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void connect();
        }}
      >
        <NativeSelect
          label={text('network')}
          error={saving.problemAt('networkId')}
          value={networkId}
          data-autofocus
          onChange={(event) => {
            setNetworkId(event.currentTarget.value);
            setNicId('');
          }}
          data={[
            ...(networkId === '' ? [{ value: '', label: text('choose') }] : []),
            ...possible.map(({ id, name, vlan, subnets }) => ({
              value: id,
              label: `${name} · ${text('vlan', { vlan })} · ${subnets.map(({ cidr }) => cidr).join(', ')}`,
            })),
          ]}
        />
        <NativeSelect
          label={text('how')}
          value={nicId}
          onChange={(event) => setNicId(event.currentTarget.value)}
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
        />
        <TextInput
          label={text('address')}
          description={text('addressHint')}
          error={saving.problemAt('address')}
          value={address}
          dir="ltr"
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {commonText('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy} disabled={networkId === ''}>
            {text('connectNow')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
