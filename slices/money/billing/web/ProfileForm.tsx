import { NativeSelect, TextInput } from '@mantine/core';
import { type Calls, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { billingStateTone } from '../../../../web/ui/values/billingState.ts';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import type { OwnBilling } from './Billing.tsx';
import { text } from './text.ts';

type Profile = Calls['saveBillingProfile']['in']['body'];
type Field = keyof Profile;
const leftToRight: readonly Field[] = ['taxNumber', 'postalCode', 'invoiceEmail'];

const fields: readonly Field[] = [
  'kind',
  'name',
  'taxNumber',
  'country',
  'region',
  'city',
  'street',
  'postalCode',
  'invoiceEmail',
];
const empty: Profile = {
  ...{
    kind: 'person',
    name: '',
    street: '',
    city: '',
    region: '',
    postalCode: '',
    country: '',
    taxNumber: '',
    invoiceEmail: '',
  },
};

/** The customer's billing profile, with its state and the resulting restrictions. */
export function ProfileForm({ billing }: { billing: OwnBilling }) {
  const { state, profileProblem } = billing;
  return (
    <Section title={text('profile')}>
      <Stack gap={16} hasTightText>
        <p>
          <Badge tone={billingStateTone(state.value)}>
            <strong>{state.title}</strong>
          </Badge>
          <br />
          {state.meaning}
          <br />
          <span className="soft">
            {state.heldBackBy} {text(`held_${state.heldBack}`)}
          </span>
        </p>
        {billing.demand && <DepositRequestNotice {...billing.demand} />}
        {billing.taxNumberCheck && <p className="soft">{billing.taxNumberCheck.note}</p>}
        {profileProblem ? (
          <p className="soft">{profileProblem}</p>
        ) : (
          <ProfileFields saved={billing.profile} />
        )}
      </Stack>
    </Section>
  );
}

/** The requested deposit and how much has been paid. */
function DepositRequestNotice({ amount, paid, left, currency }: NonNullable<OwnBilling['demand']>) {
  const money = (value: string) => formatMoney(value, currency);
  return (
    <p>
      <strong>
        {amount === '0' ? text('demandAny') : text('demand', { amount: money(amount) })}
      </strong>
      {amount !== '0' && paid !== '0' && (
        <> {text('demandLeft', { paid: money(paid), left: money(left) })}</>
      )}
    </p>
  );
}

function ProfileFields({ saved }: { saved: OwnBilling['profile'] }) {
  const form = useForm<Profile>({ ...empty, ...saved });
  const { values: profile } = form;
  const countries = useCall('listCountries', {});
  const regions =
    countries.data?.countries.find(({ code }) => code === profile.country)?.regions ?? [];
  const choices: Partial<Record<Field, { value: string; label: string }[]>> = {
    kind: (['person', 'company'] as const).map((value) => ({ value, label: text(value) })),
    country: (countries.data?.countries ?? []).map(({ code, name }) => ({
      value: code,
      label: name,
    })),
    ...(regions.length > 0
      ? { region: regions.map(({ code, name }) => ({ value: code, label: name })) }
      : {}),
  };
  // Only some countries have states in their addresses.
  const visibleFields = fields.filter(
    (field) => field !== 'region' || regions.length > 0 || profile.region !== '',
  );
  const change = (field: Field, value: string) =>
    form.set({ [field]: value, ...(field === 'country' ? { region: '' } : {}) });
  return (
    <Form
      form={form}
      submitLabel={text('save')}
      isReady={saved === null || form.isChanged}
      onSubmit={() => form.save(text('saved'), () => call('saveBillingProfile', { body: profile }))}
    >
      <div className="field-grid">
        {visibleFields.map((field) => {
          const label = text(
            field === 'name' && profile.kind === 'company' ? 'companyName' : field,
          );
          const common = { label, ...form.input(field) };
          const data = choices[field];
          const Input = leftToRight.includes(field) ? TextInput : PrintedInput;
          if (!data)
            return (
              <Input key={field} {...common} dir={leftToRight.includes(field) ? 'ltr' : 'auto'} />
            );
          return (
            <NativeSelect
              key={field}
              {...common}
              data={profile[field] === '' ? [{ value: '', label: text('choose') }, ...data] : data}
              onChange={(event) => change(field, event.currentTarget.value)}
            />
          );
        })}
      </div>
    </Form>
  );
}
