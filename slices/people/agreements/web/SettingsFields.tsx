import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Calls } from '../../../../web/client.ts';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import { text } from './text.ts';

export type AgreementSettings = Calls['createAgreement']['in']['body']['settings'];

interface SettingsFieldsProps {
  value: AgreementSettings;
  problemAt(field: string): string | undefined;
  onChange(change: Partial<AgreementSettings>): void;
}

const roles = ['user', 'billingAdmin', 'siteAdmin'] as const;

/** The fields whose errors are displayed. */
export const settingsFields = ['settings.title', 'settings.roles'] as const;

/** The title of an agreement, who must sign, and what is blocked until then. */
export function SettingsFields({ value, problemAt, onChange }: SettingsFieldsProps) {
  return (
    <>
      <TextInput
        label={text('name')}
        error={problemAt('settings.title')}
        value={value.title}
        maxLength={120}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <NativeSelect
        label={text('audience')}
        value={value.audience}
        data={[
          { value: 'all', label: text('all') },
          { value: 'roles', label: text('roles') },
          { value: 'newUsers', label: text('newUsersLong') },
        ]}
        onChange={(event) =>
          onChange({ audience: event.currentTarget.value as AgreementSettings['audience'] })
        }
      />
      {value.audience === 'roles' && (
        <Checkbox.Group
          label={text('rolesChosen')}
          error={problemAt('settings.roles')}
          value={value.roles}
          onChange={(chosen) => onChange({ roles: roles.filter((role) => chosen.includes(role)) })}
        >
          <Row align="center" gap={12}>
            {roles.map((role) => (
              <Checkbox key={role} value={role} label={text(role)} />
            ))}
          </Row>
        </Checkbox.Group>
      )}
      <NativeSelect
        label={text('blocks')}
        value={value.blocks}
        data={[
          { value: 'nothing', label: text('blocksNothing') },
          { value: 'changes', label: text('blocksChanges') },
        ]}
        onChange={(event) =>
          onChange({ blocks: event.currentTarget.value as AgreementSettings['blocks'] })
        }
      />
    </>
  );
}
