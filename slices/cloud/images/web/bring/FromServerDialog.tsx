import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { PrintedInput } from '../../../../../web/ui/form/PrintedInput.tsx';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
import { Grid } from '../../../../../web/ui/layout/Layout.tsx';
import { text } from '../text.ts';
import { FormDialog } from './FormDialog.tsx';
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
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(serverId ?? '');
  const [diskId, setDiskId] = useState('');
  const [moment, setMoment] = useState(snapshotId ?? now);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [version, setVersion] = useState('');
  const saving = useSave(['name', 'description', 'version', 'serverId', 'diskId', 'snapshotId']);
  const servers = useCall(
    'listServers',
    { query: { size: '25', ...(search && { filter: search }) } },
    { keepsPrevious: true },
  );
  const items = serverId === undefined ? (servers.data?.items ?? []) : [];
  const current = chosen || items[0]?.id || '';
  const submit = async () => {
    const body = {
      ...{ serverId: current, name, description, version },
      ...(diskId && { diskId }),
      ...(moment !== now && { snapshotId: moment }),
    };

    if (
      await saving.save(text('copyBegun', { name }), () => call('createImageFromServer', { body }))
    )
      onClose();
  };
  return (
    <FormDialog
      title={text('fromServerTitle')}
      submit={text('makeImage')}
      saving={saving}
      isReady={current !== '' && name.trim().length > 1}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {serverId === undefined && (
        <Grid min={220} gap={12} align="end">
          <TextInput
            label={text('searchServer')}
            value={search}
            maxLength={100}
            data-autofocus
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <NativeSelect
            label={text('server')}
            value={current}
            data={items.map((server) => ({ value: server.id, label: server.name }))}
            error={saving.problemAt('serverId')}
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              setDiskId('');
              setMoment(now);
            }}
          />
        </Grid>
      )}
      {current !== '' && (
        <Source
          serverId={current}
          diskId={diskId}
          moment={moment}
          onDisk={setDiskId}
          onMoment={setMoment}
        />
      )}
      <Grid min={220} gap={12} align="end">
        <PrintedInput
          label={text('name')}
          value={name}
          maxLength={100}
          required
          error={saving.problemAt('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={text('version')}
          value={version}
          maxLength={50}
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
      </Grid>
      <Textarea
        label={text('description')}
        value={description}
        maxLength={1000}
        autosize
        minRows={2}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      {current !== '' && (
        <ImageCost
          of={{
            serverId: current,
            ...(diskId && { diskId }),
            ...(moment !== now && { snapshotId: moment }),
          }}
        />
      )}
      <p className="soft">{text('fromServerHint')}</p>
    </FormDialog>
  );
}

interface SourceProps {
  serverId: string;
  diskId: string;
  moment: string;
  onDisk(diskId: string): void;
  onMoment(moment: string): void;
}

function Source({ serverId, diskId, moment, onDisk, onMoment }: SourceProps) {
  const server = useCall('getServer', { params: { serverId } }, {});
  const snapshots = useCall('listSnapshots', { params: { serverId } }, {});
  const disks = server.data?.disks ?? [];
  return (
    <Grid min={220} gap={12} align="end">
      <NativeSelect
        label={text('disk')}
        value={diskId || (disks[0]?.id ?? '')}
        data={disks.map((disk, index) => ({
          value: disk.id,
          label: text('diskNumber', { number: index + 1, size: disk.sizeGb }),
        }))}
        onChange={(event) => onDisk(event.currentTarget.value)}
      />
      <NativeSelect
        label={text('moment')}
        value={moment}
        data={[
          { value: now, label: text('asItIsNow') },
          ...(snapshots.data?.items ?? []).map((snapshot) => ({
            value: snapshot.id,
            label: text('asSnapshot', { name: snapshot.name }),
          })),
        ]}
        onChange={(event) => onMoment(event.currentTarget.value)}
      />
    </Grid>
  );
}
