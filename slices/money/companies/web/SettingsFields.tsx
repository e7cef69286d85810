import { NativeSelect, TextInput } from '@mantine/core';
import type { Calls } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { currencyOptions } from '../../../../web/ui/form/currencies.ts';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { text } from './text.ts';

export type Settings = Calls['createCompany']['in']['body'];
type Field = keyof Settings;

/** A read-only field of an otherwise editable form. */
export interface LockedField {
  field: string;
  why: string;
}

/** Returns the description of a read-only field. Undefined for an editable field. */
export const readOnlyReasonOf = (
  lockedFields: readonly LockedField[],
  field: string,
): string | undefined => {
  const found = lockedFields.find((one) => one.field === field);
  return found && text('shut', { why: found.why });
};

export const settingFields: readonly Field[] = [
  ...([
    'legalName',
    'taxNumber',
    'country',
    'region',
    'city',
    'street',
    'postalCode',
    'currency',
    'documentSeries',
    'numberFormat',
  ] as const),
];

export const emptySettings: Settings = {
  ...{
    legalName: '',
    street: '',
    city: '',
    region: '',
    postalCode: '',
    country: '',
    taxNumber: '',
  },
  ...{ currency: 'USD', documentSeries: 'INV', numberFormat: '{series}-{year}-{number:6}' },
};

interface SettingsFieldsProps {
  value: Settings;
  isDisabled?: boolean;
  /** Read-only fields with reasons. */
  shut?: readonly LockedField[];
  problemAt(field: string): string | undefined;
  onChange(change: Partial<Settings>): void;
}

/** Places the description below the field. */
const inputOrder = ['label', 'input', 'description', 'error'] as const;

/** Fields that are left-to-right in every language. */
const codes: readonly Field[] = ['taxNumber', 'postalCode', 'documentSeries', 'numberFormat'];

/** Fields for the seller details on a company's documents. */
export function SettingsFields({
  value,
  isDisabled = false,
  shut = [],
  problemAt,
  onChange,
}: SettingsFieldsProps) {
  const countries = useCall('listCountries', {});
  const regions =
    countries.data?.countries.find(({ code }) => code === value.country)?.regions ?? [];
  const choices: Partial<Record<Field, { value: string; label: string }[]>> = {
    country: (countries.data?.countries ?? []).map(({ code, name }) => ({
      value: code,
      label: name,
    })),
    currency: currencyOptions(),
    ...(regions.length > 0
      ? { region: regions.map(({ code, name }) => ({ value: code, label: name })) }
      : {}),
  };
  // Only some countries have states in their addresses.
  const visibleFields = settingFields.filter(
    (field) => field !== 'region' || regions.length > 0 || value.region !== '',
  );
  return (
    <div className="field-grid">
      {visibleFields.map((field) => {
        const readOnlyReason = readOnlyReasonOf(shut, field);
        const common = {
          ...{
            label: text(field),
            error: problemAt(field),
            value: value[field],
            disabled: isDisabled || readOnlyReason !== undefined,
          },
          description: readOnlyReason ?? (field === 'numberFormat' && text('numberHint')),
          inputWrapperOrder: [...inputOrder],
        };
        const data = choices[field];
        if (data)
          return (
            <NativeSelect
              key={field}
              {...common}
              data={value[field] === '' ? [{ value: '', label: text('choose') }, ...data] : data}
              onChange={(event) =>
                onChange({
                  [field]: event.currentTarget.value,
                  ...(field === 'country' ? { region: '' } : {}),
                })
              }
            />
          );
        const Input = codes.includes(field) ? TextInput : PrintedInput;
        return (
          <Input
            key={field}
            {...common}
            dir={codes.includes(field) ? 'ltr' : 'auto'}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        );
      })}
    </div>
  );
}
