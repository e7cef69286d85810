import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import { useState } from 'react';
import { type Answer, type Calls, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { text } from './text.ts';

export type Options = Answer<'userOptions'>;
type Body = Calls['createUser']['in']['body'];

interface CreateProps {
  options: Options;
  /** The parent account. */
  parent?: { id: string; siteId: string; email: string };
  onClose(): void;
}

/** Creates a user, by invitation unless a password is entered. */
export function CreateUser({ options, parent, onClose }: CreateProps) {
  const [draft, setDraft] = useState({ email: '', firstName: '', lastName: '', password: '' });
  const [siteId, setSite] = useState(parent?.siteId ?? options.sites[0]?.id ?? '');
  const [role, setRole] = useState<Options['roles'][number]>('user');
  const [isInvited, setInvited] = useState(true);
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const isSubAccount = parent !== undefined || options.makesChildren;

  const create = async () => {
    const { password, ...user } = draft;
    const body: Body = {
      ...user,
      ...(isInvited ? {} : { password }),
      ...(parent ? { parentId: parent.id } : {}),
      ...(isSubAccount ? {} : { siteId, role }),
    };
    await call('createUser', { body });
    toast('success', text(isInvited ? 'inviteSent' : 'createDone', { name: draft.email }));
  };

  return (
    <ConfirmDialog
      title={text(isSubAccount ? 'createChildTitle' : 'createTitle')}
      confirmLabel={text(isInvited ? 'byInvitation' : 'create')}
      onConfirm={create}
      onClose={onClose}
    >
      <div className="dialog">
        {parent && (
          <span>
            {text('parent')}: <bdi dir="ltr">{parent.email}</bdi>
          </span>
        )}
        <TextInput
          label={text('email')}
          type="email"
          dir="ltr"
          value={draft.email}
          data-autofocus
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <PrintedInput
          label={text('firstName')}
          value={draft.firstName}
          onChange={(event) => set({ firstName: event.currentTarget.value })}
        />
        <PrintedInput
          label={text('lastName')}
          value={draft.lastName}
          onChange={(event) => set({ lastName: event.currentTarget.value })}
        />
        {!isSubAccount && (
          <PlacementFields
            options={options}
            siteId={siteId}
            role={role}
            onSite={setSite}
            onRole={setRole}
          />
        )}
        <Checkbox
          label={text('byInvitation')}
          description={text('createText')}
          checked={isInvited}
          onChange={(event) => setInvited(event.currentTarget.checked)}
        />
        {!isInvited && (
          <PasswordInput
            label={text('password')}
            description={text('passwordHint', {
              min: options.passwordMin,
              max: options.passwordMax,
            })}
            autoComplete="new-password"
            value={draft.password}
            onChange={(event) => set({ password: event.currentTarget.value })}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}

interface PlacementFieldsProps {
  options: Options;
  siteId: string;
  role: Options['roles'][number];
  onSite(id: string): void;
  onRole(role: Options['roles'][number]): void;
}

/** The site and role of a new account. */
export function PlacementFields({ options, siteId, role, onSite, onRole }: PlacementFieldsProps) {
  return (
    <>
      {options.sites.length > 1 && (
        <NativeSelect
          label={text('site')}
          value={siteId}
          data={options.sites.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => onSite(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label={text('role')}
        value={role}
        data={options.roles.map((value) => ({ value, label: text(`role.${value}`) }))}
        onChange={(event) => onRole(event.currentTarget.value as typeof role)}
      />
    </>
  );
}
