import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo } from '../../../../web/navigation.ts';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { IdentityFields, type SiteIdentity } from './fields.tsx';
import { HostField } from './HostField.tsx';
import { text } from './text.ts';

const first: SiteIdentity = {
  name: '',
  systemName: '',
  languages: ['en', 'he'],
  currency: 'USD',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

export default function SiteCreate(): ReactNode {
  const sites = useCall('listSites', { query: { size: '500', sorting: 'tree' } });
  const form = useForm({ ...first, parentId: '', host: '' });
  const { parentId, host, ...identity } = form.values;
  const go = useGo();
  const create = async () => {
    let siteHost = '';
    const isCreated = await form.save(text('createdDone', { name: identity.name }), async () => {
      const created = await call('createSite', {
        body: { ...identity, ...(parentId ? { parentId } : {}), ...(host ? { host } : {}) },
      });
      siteHost = created.siteHost;
    });
    if (isCreated) await go({ to: `/sites/${siteHost}` });
  };
  return (
    <>
      <PageHeader
        title={text('createTitle')}
        detail={text('createDetail')}
        back={<BackLink to="/sites" title={text('toSites')} />}
      />
      <Section>
        <Form form={form} submitLabel={text('create')} maxWidth={760} onSubmit={create}>
          <NativeSelect
            label={text('parent')}
            data={(sites.data?.items ?? []).map((site, index) => ({
              value: index === 0 ? '' : site.id,
              label: `${'\u2003'.repeat(site.depth)}${site.name}`,
            }))}
            {...form.input('parentId')}
          />
          <IdentityFields value={identity} problemAt={form.problemAt} onChange={form.set} />
          <HostField
            label={text('hostOptional')}
            value={host}
            problem={form.problemAt('host')}
            onChange={(value) => form.set({ host: value })}
          />
        </Form>
      </Section>
    </>
  );
}
