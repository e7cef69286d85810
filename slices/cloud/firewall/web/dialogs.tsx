import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useGo } from '../../../../web/navigation.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { text } from './text.ts';

interface Group {
  id: string;
  name: string;
  description: string;
}

/** Edits the name and description of a group. Null for a new group. */
export function GroupNameDialog({ group, onClose }: { group: Group | null; onClose(): void }) {
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const go = useGo();
  const save = async () => {
    if (group) {
      await call('updateFirewallGroup', {
        params: { groupId: group.id },
        body: { name, description },
      });
      toast('success', text('saved'));
      return;
    }
    const { id } = await call('createFirewallGroup', {
      body: { name, ...(description ? { description } : {}) },
    });
    toast('success', text('created'));
    await go({ to: `/firewall/${id}` });
  };
  return (
    <ConfirmDialog
      title={group ? text('changeTitle', { name: group.name }) : text('createTitle')}
      confirmLabel={text(group ? 'save' : 'create')}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="dialog">
        <TextInput
          label={text('name')}
          value={name}
          maxLength={63}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={text('description')}
          value={description}
          maxLength={500}
          autosize
          minRows={2}
          onChange={(event) => setDescription(event.currentTarget.value.replaceAll('\n', ' '))}
        />
      </div>
    </ConfirmDialog>
  );
}

export function DeleteGroup({
  group,
  onClose,
  onDeleted,
}: {
  group: Group;
  onClose(): void;
  onDeleted?(): void;
}) {
  const remove = async () => {
    await call('deleteFirewallGroup', { params: { groupId: group.id } });
    toast('success', text('deleted'));
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      title={text('deleteTitle', { name: group.name })}
      confirmLabel={text('delete')}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      {text('deleteText')}
    </ConfirmDialog>
  );
}
