import { NativeSelect, TextInput } from '@mantine/core';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo } from '../../../../web/navigation.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Grid, Stack } from '../../../../web/ui/layout/Layout.tsx';
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
  const form = useForm(
    {
      name: options.suggestedName,
      kind: 'lan' as Kind,
      datacenterId: options.datacenters[0]?.id ?? '',
      vlan: '',
      subnet: emptySubnet(options.suggestedCidr),
    },
    subnetFields('subnet.'),
  );
  const { vlan, subnet, ...given } = form.values;
  const go = useGo();
  const create = () =>
    form.save(text('created', { name: given.name }), async () => {
      const cidr = subnet.cidr.trim();
      const created = await call('createNetwork', {
        body: {
          ...given,
          ...(vlan.trim() === '' ? {} : { vlan: Number(vlan) }),
          ...(cidr === '' ? {} : { subnet: { cidr, ...settingsOf(subnet) } }),
        },
      });
      await go({ to: networkPath(created) });
    });
  return (
    <FormDialog
      title={text('createTitle')}
      submitLabel={text('create')}
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <Stack className={styles.networkForm} gap={14}>
        <TextInput label={text('name')} maxLength={63} data-autofocus {...form.input('name')} />
        {options.kinds.length > 1 && (
          <Grid min={200} gap={14}>
            <NativeSelect
              label={text('kind')}
              {...form.input('kind')}
              data={options.kinds.map((value) => ({ value, label: text(value) }))}
            />
            <TextInput
              label={text('vlan')}
              description={text('vlanHint')}
              inputMode="numeric"
              dir="ltr"
              {...form.input('vlan')}
              onChange={(event) => form.set({ vlan: event.currentTarget.value.replace(/\D/g, '') })}
            />
          </Grid>
        )}
        {options.datacenters.length > 1 && (
          <NativeSelect
            label={text('datacenter')}
            {...form.input('datacenterId')}
            data={options.datacenters.map(({ id, name: label }) => ({ value: id, label }))}
          />
        )}
        <SubnetFields
          isNew
          at="subnet."
          values={subnet}
          problemAt={form.problemAt}
          rangeHint={`${text('rangeHint')} ${text('rangeOptional')}`}
          onChange={(change) => form.set({ subnet: { ...subnet, ...change } })}
        />
      </Stack>
    </FormDialog>
  );
}

export function ChangeNetwork({ network, onClose }: { network: Network; onClose(): void }) {
  const form = useForm({ name: network.name, note: network.note });
  const params = { vlanId: network.id };
  return (
    <FormDialog
      title={text('changeTitle', { name: network.name })}
      submitLabel={text('save')}
      form={form}
      onSubmit={() =>
        form.save(text('changed'), () => call('updateNetwork', { params, body: form.values }))
      }
      onClose={onClose}
    >
      <TextInput label={text('name')} maxLength={63} data-autofocus {...form.input('name')} />
      <TextInput label={text('note')} maxLength={500} {...form.input('note')} />
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
  const form = useForm(
    emptySubnet(hasIpv4 && !hasIpv6 ? options.suggestedCidr6 : options.suggestedCidr),
  );
  const { cidr } = form.values;
  const add = () =>
    form.save(text('subnetAdded', { cidr }), () =>
      call('createSubnet', {
        params: { vlanId: network.id },
        body: { cidr: cidr.trim(), ...settingsOf(form.values) },
      }),
    );
  return (
    <FormDialog
      title={text('addSubnetTitle', { name: network.name })}
      submitLabel={text('addSubnet')}
      form={form}
      onSubmit={add}
      onClose={onClose}
    >
      <Stack className={styles.networkForm} gap={14}>
        <SubnetFields isNew values={form.values} problemAt={form.problemAt} onChange={form.set} />
      </Stack>
    </FormDialog>
  );
}

export function ChangeSubnet({ subnet, onClose }: { subnet: Subnet; onClose(): void }) {
  const form = useForm(formOf(subnet));
  return (
    <FormDialog
      title={text('changeSubnetTitle', { cidr: subnet.cidr })}
      submitLabel={text('save')}
      form={form}
      onSubmit={() =>
        form.save(text('changed'), () =>
          call('updateSubnet', { params: { subnetId: subnet.id }, body: settingsOf(form.values) }),
        )
      }
      onClose={onClose}
    >
      <SubnetFields
        isNew={false}
        values={form.values}
        problemAt={form.problemAt}
        onChange={form.set}
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
