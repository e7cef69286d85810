import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../web/client.ts';
import { toast } from '../../../web/data/toasts.ts';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { text } from './text.ts';

interface Group {
  id: string;
  name: string;
  description: string;
}

function useRefetch() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      (['listFirewallGroups', 'getFirewallGroup'] as const).map((operation) =>
        queryClient.invalidateQueries({ queryKey: [operation] }),
      ),
    );
}

/** Name and description of a group, new (null) or known. */
export function NameGroup({ group, onClose }: { group: Group | null; onClose(): void }) {
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const navigate = useNavigate();
  const refetch = useRefetch();
  const save = async () => {
    if (group) {
      await call('updateFirewallGroup', {
        params: { groupId: group.id },
        body: { name, description },
      });
      toast('success', text('saved'));
      void refetch();
      return;
    }
    const { id } = await call('createFirewallGroup', {
      body: { name, ...(description ? { description } : {}) },
    });
    toast('success', text('created'));
    await navigate({ to: `/firewall/${id}` });
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
  const refetch = useRefetch();
  const remove = async () => {
    await call('deleteFirewallGroup', { params: { groupId: group.id } });
    toast('success', text('deleted'));
    if (onDeleted) onDeleted();
    else void refetch();
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
