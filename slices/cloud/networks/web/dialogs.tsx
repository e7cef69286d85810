import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo } from '../../../../web/navigation.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { Grid, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { FormDialog } from './FormDialog.tsx';
import { type Network, networkPath, type Subnet } from './network.tsx';
import styles from './networks.module.css';
import { SubnetFields, subnetFields } from './SubnetFields.tsx';
import { emptySubnet, formOf, settingsOf } from './subnetForm.ts';
import { text } from './text.ts';

type Options = Answer<'getNetworkOptions'>;
type Kind = Network['kind'];

/** Creates a network with its first subnet. All fields have a default. */
export function CreateNetwork({ onClose }: { onClose(): void }) {
  const options = useCall('getNetworkOptions', {}, {});
  return options.data ? (
    <CreateForm options={options.data} onClose={onClose} />
  ) : (
    <Skeleton count={2} />
  );
}

function CreateForm({ options, onClose }: { options: Options; onClose(): void }) {
  const [name, setName] = useState(options.suggestedName);
  const [kind, setKind] = useState<Kind>('lan');
  const [datacenterId, setDatacenterId] = useState(options.datacenters[0]?.id ?? '');
  const [vlan, setVlan] = useState('');
  const [subnet, setSubnet] = useState(emptySubnet(options.suggestedCidr));
  const saving = useSave(['name', 'kind', 'datacenterId', 'vlan', ...subnetFields('subnet.')]);
  const go = useGo();
  const create = () =>
    saving.save(text('created', { name }), async () => {
      const cidr = subnet.cidr.trim();
      const made = await call('createNetwork', {
        body: {
          ...{ name, kind, datacenterId },
          ...(vlan.trim() === '' ? {} : { vlan: Number(vlan) }),
          ...(cidr === '' ? {} : { subnet: { cidr, ...settingsOf(subnet) } }),
        },
      });
      await go({ to: networkPath(made) });
    });
  return (
    <FormDialog
      title={text('createTitle')}
      confirmLabel={text('create')}
      saving={saving}
      onSave={create}
      onClose={onClose}
    >
      <Stack className={styles.networkForm} gap={14}>
        <TextInput
          label={text('name')}
          error={saving.problemAt('name')}
          value={name}
          maxLength={63}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {options.kinds.length > 1 && (
          <Grid min={200} gap={14}>
            <NativeSelect
              label={text('kind')}
              error={saving.problemAt('kind')}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as Kind)}
              data={options.kinds.map((value) => ({ value, label: text(value) }))}
            />
            <TextInput
              label={text('vlan')}
              description={text('vlanHint')}
              error={saving.problemAt('vlan')}
              value={vlan}
              inputMode="numeric"
              dir="ltr"
              onChange={(event) => setVlan(event.currentTarget.value.replace(/\D/g, ''))}
            />
          </Grid>
        )}
        {options.datacenters.length > 1 && (
          <NativeSelect
            label={text('datacenter')}
            error={saving.problemAt('datacenterId')}
            value={datacenterId}
            onChange={(event) => setDatacenterId(event.currentTarget.value)}
            data={options.datacenters.map(({ id, name: label }) => ({ value: id, label }))}
          />
        )}
        <SubnetFields
          isNew
          at="subnet."
          form={subnet}
          saving={saving}
          rangeHint={`${text('rangeHint')} ${text('rangeOptional')}`}
          onChange={(change) => setSubnet({ ...subnet, ...change })}
        />
      </Stack>
    </FormDialog>
  );
}

export function ChangeNetwork({ network, onClose }: { network: Network; onClose(): void }) {
  const [name, setName] = useState(network.name);
  const [note, setNote] = useState(network.note);
  const saving = useSave(['name', 'note']);
  const params = { vlanId: network.id };
  return (
    <FormDialog
      title={text('changeTitle', { name: network.name })}
      confirmLabel={text('save')}
      saving={saving}
      onSave={() =>
        saving.save(text('changed'), () => call('updateNetwork', { params, body: { name, note } }))
      }
      onClose={onClose}
    >
      <TextInput
        label={text('name')}
        error={saving.problemAt('name')}
        value={name}
        maxLength={63}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
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

export function RemoveNetwork({
  network,
  onClose,
  onRemoved,
}: {
  network: Network;
  onClose(): void;
  onRemoved?(): void;
}) {
  const remove = async () => {
    await call('deleteNetwork', { params: { vlanId: network.id } });
    toast('success', text('removed'));
    onRemoved?.();
  };
  return (
    <ConfirmDialog
      title={text('removeTitle', { name: network.name })}
      confirmLabel={text('remove')}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{text('removeText')}</p>
    </ConfirmDialog>
  );
}

export function AddSubnet({ network, onClose }: { network: Network; onClose(): void }) {
  const options = useCall('getNetworkOptions', {}, {});
  return options.data ? (
    <AddForm network={network} options={options.data} onClose={onClose} />
  ) : (
    <Skeleton count={2} />
  );
}

/** The second range of a network is usually an IPv6 range. */
function AddForm({
  network,
  options,
  onClose,
}: {
  network: Network;
  options: Options;
  onClose(): void;
}) {
  const hasIpv4 = network.subnets.some(({ family }) => family === 4);
  const hasIpv6 = network.subnets.some(({ family }) => family === 6);
  const [form, setForm] = useState(
    emptySubnet(hasIpv4 && !hasIpv6 ? options.suggestedCidr6 : options.suggestedCidr),
  );
  const saving = useSave(subnetFields());
  const add = () =>
    saving.save(text('subnetAdded', { cidr: form.cidr }), () =>
      call('createSubnet', {
        params: { vlanId: network.id },
        body: { cidr: form.cidr.trim(), ...settingsOf(form) },
      }),
    );
  return (
    <FormDialog
      title={text('addSubnetTitle', { name: network.name })}
      confirmLabel={text('addSubnet')}
      saving={saving}
      onSave={add}
      onClose={onClose}
    >
      <Stack className={styles.networkForm} gap={14}>
        <SubnetFields
          isNew
          form={form}
          saving={saving}
          onChange={(change) => setForm({ ...form, ...change })}
        />
      </Stack>
    </FormDialog>
  );
}

export function ChangeSubnet({ subnet, onClose }: { subnet: Subnet; onClose(): void }) {
  const [form, setForm] = useState(formOf(subnet));
  const saving = useSave(subnetFields());
  return (
    <FormDialog
      title={text('changeSubnetTitle', { cidr: subnet.cidr })}
      confirmLabel={text('save')}
      saving={saving}
      onSave={() =>
        saving.save(text('changed'), () =>
          call('updateSubnet', { params: { subnetId: subnet.id }, body: settingsOf(form) }),
        )
      }
      onClose={onClose}
    >
      <SubnetFields
        isNew={false}
        form={form}
        saving={saving}
        onChange={(change) => setForm({ ...form, ...change })}
      />
    </FormDialog>
  );
}

export function RemoveSubnet({
  subnet,
  onClose,
  onRemoved,
}: {
  subnet: Subnet;
  onClose(): void;
  onRemoved?(): void;
}) {
  const remove = async () => {
    await call('deleteSubnet', { params: { subnetId: subnet.id } });
    toast('success', text('removed'));
    onRemoved?.();
  };
  return (
    <ConfirmDialog
      title={text('removeSubnetTitle', { cidr: subnet.cidr })}
      confirmLabel={text('remove')}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{text('removeSubnetText')}</p>
    </ConfirmDialog>
  );
}
