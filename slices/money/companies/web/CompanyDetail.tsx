import { Button } from '@mantine/core';
import { type FormEvent, Suspense } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import {
  CompanyAccounting,
  CompanyDunning,
  CompanyPayments,
  CompanyPromos,
  CompanyTaxAuthority,
} from '../../../../web/parts/billingParts.ts';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { ChangedElsewhere } from '../../../../web/ui/form/ChangedElsewhere.tsx';
import { useEditedValue } from '../../../../web/ui/form/useEditedValue.ts';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { type UrlTab, UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { BillingProperties } from './BillingProperties.tsx';
import { SettingsFields, settingFields } from './SettingsFields.tsx';
import { SitesAndAdmins } from './SitesAndAdmins.tsx';
import { text } from './text.ts';

export type Company = Answer<'getCompany'>;
const tabs = [
  'settings',
  'billingProperties',
  'payments',
  'accounting',
  'billingPolicy',
  'promos',
  'siteAdmin',
] as const;

/** Tabs with secrets that only root can enter. */
const rootOnlyTabs: readonly (typeof tabs)[number][] = ['payments', 'accounting'];

export default function CompanyDetail() {
  const { companyId, tab } = useScreenParams('/companies/$companyId/{-$tab}');
  const company = useCall('getCompany', { params: { companyId } });
  const backLink = <BackLink to="/companies" title={text('toCompanies')} />;
  if (company.isError && !company.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={company}
        title={text('title')}
        back={backLink}
        icon="signature"
        missing={missing}
      />
    );
  }
  if (!company.data) return <Skeleton count={8} />;
  const current =
    tabs.find((candidate) => candidate.toLowerCase() === tab?.toLowerCase()) ?? 'settings';
  const path = `/companies/${companyId}` as const;
  return (
    <>
      <PageHeader
        back={backLink}
        title={<bdi>{company.data.settings.legalName}</bdi>}
        detail={
          company.data.canManage ? <Code>{company.data.settings.currency}</Code> : text('readOnly')
        }
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={tabs.map(
          (id): UrlTab => ({
            id,
            title: text(`tab_${id}`),
            to: id === 'settings' ? path : `${path}/${id}`,
          }),
        )}
      />
      {rootOnlyTabs.includes(current) && !company.data.canManage && (
        <Text maxWidth="72ch" tone="soft">
          {text('connectionsOfRoot')}
        </Text>
      )}
      {current === 'settings' && <SettingsForm key={companyId} company={company.data} />}
      {current === 'billingProperties' && (
        <BillingProperties key={companyId} company={company.data} />
      )}
      {current === 'payments' && (
        <Suspense fallback={<Skeleton count={8} />}>
          <CompanyPayments companyId={companyId} />
          <CompanyTaxAuthority companyId={companyId} />
        </Suspense>
      )}
      {current === 'accounting' && (
        <Suspense fallback={<Skeleton count={8} />}>
          <CompanyAccounting companyId={companyId} />
        </Suspense>
      )}
      {current === 'billingPolicy' && (
        <Suspense fallback={<Skeleton count={8} />}>
          <CompanyDunning companyId={companyId} />
        </Suspense>
      )}
      {current === 'promos' && (
        <Suspense fallback={<Skeleton count={8} />}>
          <CompanyPromos companyId={companyId} />
        </Suspense>
      )}
      {current === 'siteAdmin' && <SitesAndAdmins key={companyId} company={company.data} />}
    </>
  );
}

function SettingsForm({ company }: { company: Company }) {
  const draft = useEditedValue(company.settings, company.versions.settings);
  const form = useForm({}, settingFields);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...draft.value, seen: draft.seen };
    const change = () => call('updateCompanySettings', { params: { companyId: company.id }, body });
    await form.save(text('saved'), () => draft.save(change));
  };
  return (
    <Section>
      <Stack as="form" gap={16} onSubmit={(event) => void save(event)} noValidate>
        <SettingsFields
          value={draft.value}
          isDisabled={!company.canBill}
          shut={company.shut.settings}
          problemAt={form.problemAt}
          onChange={(change) => draft.set((before) => ({ ...before, ...change }))}
        />
        <Text maxWidth="72ch" tone="soft">
          {text('numberExample', { number: company.numberExample })}
        </Text>
        <ChangedElsewhere kept={draft} form={form} />
        {company.canBill && (
          <div>
            <Button type="submit" loading={form.isBusy} disabled={!draft.isChanged}>
              {text('save')}
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  );
}
