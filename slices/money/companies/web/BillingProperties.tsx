import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { call } from '../../../../web/client.ts';
import { ChangedElsewhere } from '../../../../web/ui/form/ChangedElsewhere.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { useEditedValue } from '../../../../web/ui/form/useEditedValue.ts';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import type { Company } from './CompanyDetail.tsx';
import styles from './companies.module.css';
import { readOnlyReasonOf } from './SettingsFields.tsx';
import { text } from './text.ts';

type Properties = Company['billingProperties'];
type Tax = Properties['taxes'][number];

const fields = [
  'paymentDays',
  'minDeposit',
  'bankName',
  'bankHolder',
  'bankAccount',
  'bankSwift',
  'foreignTax',
  'approvalAbove',
] as const;
const taxFields = ['name', 'rate', 'validFrom', 'validTo'] as const;
const foreignTaxes = ['home', 'outside', 'export'] as const;

/** Payment terms, the bank account for transfers, and the tax rates with their validity dates. */
export function BillingProperties({ company }: { company: Company }) {
  const stored = {
    ...company.billingProperties,
    paymentDays: String(company.billingProperties.paymentDays),
  };
  const draft = useEditedValue(stored, company.versions.billingProperties);
  const { value } = draft;
  const setValue = (next: typeof value) => draft.set(() => next);
  // Each tax input is listed, because `useForm` looks up the error of a tax by these names.
  const form = useForm({}, [
    ...fields,
    ...value.taxes.flatMap((_, index) => taxFields.map((name) => `taxes.${index}.${name}`)),
  ]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      ...value,
      paymentDays: /^\d{1,4}$/.test(value.paymentDays) ? Number(value.paymentDays) : -1,
      seen: draft.seen,
    };
    const change = () => call('updateCompanyBilling', { params: { companyId: company.id }, body });
    await form.save(text('saved'), () => draft.save(change));
  };
  const isDisabled = !company.canBill;
  const lockReason = (name: string) => readOnlyReasonOf(company.shut.billingProperties, name);
  const field = (
    name: Exclude<keyof Properties, 'taxes' | 'mailsDocuments' | 'approvalAbove' | 'foreignTax'>,
  ) => (
    <PrintedInput
      label={text(name)}
      error={form.problemAt(name)}
      value={value[name]}
      disabled={isDisabled || lockReason(name) !== undefined}
      dir={name === 'bankName' || name === 'bankHolder' ? 'auto' : 'ltr'}
      onChange={(event) => setValue({ ...value, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Stack as="form" gap={16} onSubmit={(event) => void save(event)} noValidate>
      <Section title={text('terms')}>
        <Stack gap={16}>
          <div className="field-grid">
            {field('paymentDays')}
            {field('minDeposit')}
            <TextInput
              label={text('approvalAbove')}
              description={[text('approvalAboveHint'), lockReason('approvalAbove')]
                .filter(Boolean)
                .join(' ')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              error={form.problemAt('approvalAbove')}
              value={value.approvalAbove ?? ''}
              disabled={isDisabled || lockReason('approvalAbove') !== undefined}
              dir="ltr"
              onChange={(event) =>
                setValue({ ...value, approvalAbove: event.currentTarget.value || null })
              }
            />
          </div>
          <Checkbox
            label={text('mailsDocuments')}
            description={text('mailsDocumentsHint')}
            checked={value.mailsDocuments}
            disabled={isDisabled}
            onChange={(event) =>
              setValue({ ...value, mailsDocuments: event.currentTarget.checked })
            }
          />
        </Stack>
      </Section>
      <Section title={text('bank')}>
        <Stack gap={16}>
          <Text maxWidth="72ch" tone="soft">
            {[text('bankHint'), lockReason('bankAccount')].filter(Boolean).join(' ')}
          </Text>
          <div className="field-grid">
            {field('bankName')}
            {field('bankHolder')}
            {field('bankAccount')}
            {field('bankSwift')}
          </div>
        </Stack>
      </Section>
      <Section title={text('taxes')}>
        <Taxes
          taxes={value.taxes}
          isDisabled={isDisabled}
          problemAt={form.problemAt}
          onChange={(taxes) => setValue({ ...value, taxes })}
        />
      </Section>
      <Section title={text('foreign')}>
        <Stack gap={16}>
          <Text maxWidth="72ch" tone="soft">
            {text('reverseChargeHint')}
          </Text>
          <NativeSelect
            label={text('foreignTax')}
            error={form.problemAt('foreignTax')}
            value={value.foreignTax}
            disabled={isDisabled}
            data={foreignTaxes.map((kind) => ({ value: kind, label: text(`foreignTax_${kind}`) }))}
            onChange={(event) =>
              setValue({
                ...value,
                foreignTax: event.currentTarget.value as Properties['foreignTax'],
              })
            }
          />
          <Text maxWidth="72ch" tone="soft">
            {text('foreignHint')}
          </Text>
        </Stack>
      </Section>
      <ChangedElsewhere kept={draft} form={form} />
      {company.canBill && (
        <div>
          <Button type="submit" loading={form.isBusy}>
            {text('save')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface TaxesProps {
  taxes: readonly Tax[];
  isDisabled: boolean;
  problemAt(field: string): string | undefined;
  onChange(taxes: Tax[]): void;
}

function Taxes({ taxes, isDisabled, problemAt, onChange }: TaxesProps) {
  const set = (position: number, change: Partial<Tax>) =>
    onChange(taxes.map((tax, index) => (index === position ? { ...tax, ...change } : tax)));
  return (
    <Stack gap={16}>
      {taxes.length === 0 && (
        <Text maxWidth="72ch" tone="soft">
          {text('noTaxes')}
        </Text>
      )}
      {taxes.map((tax, position) => (
        <div className={styles.companyTax} key={position}>
          <PrintedInput
            label={text('taxName')}
            error={problemAt(`taxes.${position}.name`)}
            value={tax.name}
            disabled={isDisabled}
            onChange={(event) => set(position, { name: event.currentTarget.value })}
          />
          {(['rate', 'validFrom', 'validTo'] as const).map((name) => (
            <TextInput
              key={name}
              label={text(name)}
              type={name === 'rate' ? 'text' : 'date'}
              error={problemAt(`taxes.${position}.${name}`)}
              value={tax[name] ?? ''}
              disabled={isDisabled}
              onChange={(event) =>
                set(position, {
                  [name]:
                    name === 'validTo'
                      ? event.currentTarget.value || null
                      : event.currentTarget.value,
                })
              }
            />
          ))}
          {!isDisabled && (
            <IconButton
              icon="trash"
              label={text('removeTax', { name: tax.name })}
              onClick={() => onChange(taxes.filter((_, index) => index !== position))}
            />
          )}
        </div>
      ))}
      {!isDisabled && (
        <div>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() =>
              onChange([...taxes, { name: '', rate: '', validFrom: '', validTo: null }])
            }
          >
            {text('addTax')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
