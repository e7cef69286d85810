import { Checkbox, NativeSelect } from '@mantine/core';
import { Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { formatMoney } from '../../../../../web/ui/values/money.ts';
import { errorAt } from './form/fieldErrors.ts';
import type { BillingMode, ServerForm } from './form/form.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { text } from './text.ts';

/** The selection as a single line. */
export function billingSummary(form: ServerForm, options: FormSectionProps['options']): string {
  const traffic = options.trafficPackages.find(({ id }) => id === form.trafficPackage)?.title;
  return [
    text(form.billingMode),
    traffic,
    form.hasBackup && text('backup'),
    form.isManaged && text('managed'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Bandwidth packages are numbers such as `50`, while volume packages begin with a letter, such as
 * `t5000`.
 */
const isUnmetered = (trafficPackage: string): boolean => /^\d/.test(trafficPackage);

/** Billing mode and extras. */
export function Billing({ form, options, errors, onChange }: FormSectionProps) {
  return (
    <Stack isForm gap={16}>
      <div className="field-grid">
        <NativeSelect
          label={text('billingMode')}
          error={errorAt(errors, 'billingMode')}
          value={form.billingMode}
          data={options.billingModes.map((mode) => ({ value: mode, label: text(mode) }))}
          onChange={(event) => onChange({ billingMode: event.currentTarget.value as BillingMode })}
        />
        <NativeSelect
          label={text('traffic')}
          description={
            options.trafficOverage && !isUnmetered(form.trafficPackage)
              ? text('trafficBeyond', {
                  price: formatMoney(options.trafficOverage.price, options.trafficOverage.currency),
                })
              : undefined
          }
          error={errorAt(errors, 'trafficPackage')}
          value={form.trafficPackage}
          data={[
            { value: '', label: text('noTraffic') },
            ...options.trafficPackages.map(({ id, title, monthly, currency }) => ({
              value: id,
              label:
                monthly === null
                  ? title
                  : text('trafficPrice', { title, price: formatMoney(monthly, currency) }),
            })),
          ]}
          onChange={(event) => onChange({ trafficPackage: event.currentTarget.value })}
        />
      </div>
      <Checkbox
        label={text('backup')}
        checked={form.hasBackup}
        onChange={(event) => onChange({ hasBackup: event.currentTarget.checked })}
      />
      <Checkbox
        label={text('managed')}
        checked={form.isManaged}
        onChange={(event) => onChange({ isManaged: event.currentTarget.checked })}
      />
    </Stack>
  );
}
