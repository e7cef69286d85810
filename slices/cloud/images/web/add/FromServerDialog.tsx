import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { FormDialog } from '../../../../../web/ui/form/FormDialog.tsx';
import { PrintedInput } from '../../../../../web/ui/form/PrintedInput.tsx';
import { type Form, useForm } from '../../../../../web/ui/form/useForm.ts';
import { Grid } from '../../../../../web/ui/layout/Layout.tsx';
import { text } from '../text.ts';
import { ImageCost } from './ImageCost.tsx';

interface FromServerDialogProps {
  /** Preselects this server. */
  serverId?: string | undefined;
  snapshotId?: string | undefined;
  onClose(): void;
}

const now = 'now';

/** Creates an image from a server disk in its current state or from a snapshot. */
export default function FromServerDialog({ serverId, snapshotId, onClose }: FromServerDialogProps) {
  const form = useForm({
    search: '',
    serverId: serverId ?? '',
    diskId: '',
    snapshotId: snapshotId ?? now,
    name: '',
    description: '',
    version: '',
  });
  const { search, name, description, version } = form.values;
  const servers = useCall(
    'listServers',
    { query: { size: '25', ...(search && { filter: search }) } },
    { keepsPrevious: true },
  );
  const items = serverId === undefined ? (servers.data?.items ?? []) : [];
  const current = form.values.serverId || items[0]?.id || '';
  const source = {
    serverId: current,
    ...(form.values.diskId && { diskId: form.values.diskId }),
    ...(form.values.snapshotId !== now && { snapshotId: form.values.snapshotId }),
  };
  const submit = () =>
    form.save(text('copyBegun', { name }), () =>
      call('createImageFromServer', { body: { ...source, name, description, version } }),
    );
  return (
    <FormDialog
      title={text('fromServerTitle')}
      submitLabel={text('makeImage')}
      size={620}
      form={form}
      isReady={current !== '' && name.trim().length > 1}
      onSubmit={submit}
      onClose={onClose}
    >
      {serverId === undefined && (
        <Grid min={220} gap={12} align="end">
          <TextInput
            label={text('searchServer')}
            maxLength={100}
            data-autofocus
            {...form.input('search')}
          />
          <NativeSelect
            label={text('server')}
            data={items.map((server) => ({ value: server.id, label: server.name }))}
            {...form.input('serverId')}
            value={current}
            onChange={(event) =>
              form.set({ serverId: event.currentTarget.value, diskId: '', snapshotId: now })
            }
          />
        </Grid>
      )}
      {current !== '' && <Source serverId={current} form={form} />}
      <Grid min={220} gap={12} align="end">
        <PrintedInput label={text('name')} maxLength={100} required {...form.input('name')} />
        <TextInput label={text('version')} maxLength={50} {...form.input('version')} />
      </Grid>
      <Textarea
        label={text('description')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.input('description')}
      />
      {current !== '' && <ImageCost of={source} />}
      <p className="soft">{text('fromServerHint')}</p>
    </FormDialog>
  );
}

interface SourceProps {
  serverId: string;
  form: Form<{ diskId: string; snapshotId: string }>;
}

function Source({ serverId, form }: SourceProps) {
  const server = useCall('getServer', { params: { serverId } }, {});
  const snapshots = useCall('listSnapshots', { params: { serverId } }, {});
  const disks = server.data?.disks ?? [];
  return (
    <Grid min={220} gap={12} align="end">
      <NativeSelect
        label={text('disk')}
        data={disks.map((disk, index) => ({
          value: disk.id,
          label: text('diskNumber', { number: index + 1, size: disk.sizeGb }),
        }))}
        {...form.input('diskId')}
        value={form.values.diskId || (disks[0]?.id ?? '')}
      />
      <NativeSelect
        label={text('moment')}
        data={[
          { value: now, label: text('asItIsNow') },
          ...(snapshots.data?.items ?? []).map((snapshot) => ({
            value: snapshot.id,
            label: text('asSnapshot', { name: snapshot.name }),
          })),
        ]}
        {...form.input('snapshotId')}
      />
    </Grid>
  );
}
