import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { toast } from '../../../../../web/data/toasts.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ChangeCost } from './ChangeCost.tsx';
import type { ServerData } from './ServerDetail.tsx';
import { text } from './text.ts';

interface PlugDialogProps {
  server: ServerData;
  /** The interface to move. Null to add a new one. */
  nic: ServerData['nics'][number] | null;
  onClose(): void;
}

/** Selects the network of an interface and its address there. */
export function PlugDialog({ server, nic, onClose }: PlugDialogProps) {
  const networks = useCall('listNetworks', {
    query: { size: '0', datacenter: server.datacenterId },
  });
  const possible = (networks.data?.items ?? []).filter(
    ({ id, actions }) => actions.connect === null && id !== nic?.networkId,
  );
  const [selectedNetworkId, setSelectedNetworkId] = useState('');
  const [address, setAddress] = useState('');
  const networkId = selectedNetworkId || (nic === null ? 'auto' : (possible[0]?.id ?? ''));
  const plug = async () => {
    const body = { networkId, ...(address.trim() === '' ? {} : { address: address.trim() }) };
    const params = { serverId: server.id };
    if (nic === null) await call('createServerNic', { params, body });
    else await call('moveServerNic', { params: { ...params, nicId: nic.id }, body });
    toast('success', text('asked'));
  };
  return (
    <ConfirmDialog
      title={
        nic === null
          ? text('addNicTitle', { name: server.name })
          : text('moveNicTitle', { name: nic.address })
      }
      confirmLabel={text(nic === null ? 'addNic' : 'moveNic')}
      onConfirm={plug}
      onClose={onClose}
    >
      <div className="dialog">
        {nic !== null && <p>{text('moveNicText')}</p>}
        <NativeSelect
          label={text('toNetwork')}
          value={networkId}
          onChange={(event) => setSelectedNetworkId(event.currentTarget.value)}
          data={[
            ...(nic === null ? [{ value: 'auto', label: text('automaticNetwork') }] : []),
            ...possible.map(({ id, name, subnets }) => ({
              value: id,
              label: `${name} · ${subnets.map(({ cidr }) => cidr).join(', ')}`,
            })),
          ]}
        />
        <TextInput
          label={text('wantedAddress')}
          description={text('wantedAddressHint')}
          value={address}
          dir="ltr"
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {networkId !== '' && (
          <ChangeCost
            server={server}
            change={
              nic === null
                ? { action: 'addNic', networkId }
                : { action: 'moveNic', nicId: nic.id, networkId }
            }
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
