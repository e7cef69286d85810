import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useGo } from '../../../../web/navigation.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { text } from './text.ts';

export type Group = Pick<Answer<'getGroup'>, 'id' | 'name' | 'description' | 'members' | 'rights'>;

interface FieldsProps {
  name: string;
  description: string;
  onName(value: string): void;
  onDescription(value: string): void;
}

function Fields({ name, description, onName, onDescription }: FieldsProps) {
  return (
    <div className="dialog">
      <TextInput
        label={text('name')}
        value={name}
        maxLength={100}
        data-autofocus
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Textarea
        label={text('description')}
        value={description}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => onDescription(event.currentTarget.value.replaceAll('\n', ' '))}
      />
    </div>
  );
}

export function CreateGroup({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const go = useGo();
  const create = async () => {
    const { id, siteId } = await call('createGroup', {
      body: { name, ...(description ? { description } : {}) },
    });
    toast('success', text('created_'));
    await go({ to: `/groups/${siteId}/${id}/info` });
  };
  return (
    <ConfirmDialog
      title={text('createTitle')}
      confirmLabel={text('create')}
      onConfirm={create}
      onClose={onClose}
    >
      <Fields
        name={name}
        description={description}
        onName={setName}
        onDescription={setDescription}
      />
    </ConfirmDialog>
  );
}

export function ChangeGroup({ group, onClose }: { group: Group; onClose(): void }) {
  const [name, setName] = useState(group.name);
  const [description, setDescription] = useState(group.description);
  const change = async () => {
    await call('updateGroup', { params: { groupId: group.id }, body: { name, description } });
    toast('success', text('changed'));
  };
  return (
    <ConfirmDialog
      title={text('changeTitle', { name: group.name })}
      confirmLabel={text('save')}
      onConfirm={change}
      onClose={onClose}
    >
      <Fields
        name={name}
        description={description}
        onName={setName}
        onDescription={setDescription}
      />
    </ConfirmDialog>
  );
}

export function RemoveGroup({
  group,
  onClose,
  onRemoved,
}: {
  group: Group;
  onClose(): void;
  onRemoved?(): void;
}) {
  const remove = async () => {
    await call('deleteGroup', { params: { groupId: group.id } });
    toast('success', text('removed'));
    onRemoved?.();
  };
  const { name, members, rights } = group;
  return (
    <ConfirmDialog
      title={text('removeTitle', { name })}
      confirmLabel={text('remove')}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      {text('removeText', { members, rights })}
    </ConfirmDialog>
  );
}
