import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { refetchInvalidated } from '../../../../web/data/invalidation.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import type { Datacenter } from './DatacenterList.tsx';
import { text } from './text.ts';

export function EditDatacenter({
  datacenter,
  onClose,
}: {
  datacenter: Datacenter;
  onClose(): void;
}) {
  const [form, setForm] = useState({ ...datacenter, country: datacenter.country ?? '' });
  const set =
    (field: 'name' | 'region' | 'country' | 'shortCode') =>
    (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setForm((before) => ({
        ...before,
        [field]: field === 'country' || field === 'shortCode' ? value.toUpperCase() : value,
      }));
    };
  const save = async () => {
    const { name, region, shortCode } = form;
    const body = {
      name,
      region,
      shortCode: shortCode.trim(),
      country: form.country.trim() || null,
    };
    await call('updateDatacenter', { params: { datacenterId: datacenter.id }, body });
    toast('success', text('saved'));
    await refetchInvalidated();
  };
  return (
    <ConfirmDialog
      title={text('editTitle', { name: datacenter.name })}
      confirmLabel={text('save')}
      isReady={form.name.trim() !== '' && form.shortCode.trim().length > 1}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="dialog">
        <TextInput
          label={text('name')}
          description={text('nameHint')}
          value={form.name}
          maxLength={60}
          data-autofocus
          onChange={set('name')}
        />
        <TextInput
          label={text('region')}
          value={form.region}
          maxLength={60}
          onChange={set('region')}
        />
        <TextInput
          label={text('country')}
          description={text('countryHint')}
          value={form.country}
          maxLength={2}
          dir="ltr"
          onChange={set('country')}
        />
        <TextInput
          label={text('shortCode')}
          description={text('shortCodeHint')}
          value={form.shortCode}
          maxLength={6}
          dir="ltr"
          onChange={set('shortCode')}
        />
      </div>
    </ConfirmDialog>
  );
}
