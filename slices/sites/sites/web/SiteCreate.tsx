import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo } from '../../../../web/navigation.ts';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { IdentityFields, type SiteIdentity } from './fields.tsx';
import { HostField } from './HostField.tsx';
import styles from './sites.module.css';
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
  const [form, setForm] = useState(first);
  const [parentId, setParent] = useState('');
  const [host, setHost] = useState('');
  const saving = useSave(['name', 'systemName', 'languages', 'currency', 'timeZone', 'host']);
  const go = useGo();
  const create = async (event: FormEvent) => {
    event.preventDefault();
    let siteHost = '';
    const isCreated = await saving.save(text('createdDone', { name: form.name }), async () => {
      const created = await call('createSite', {
        body: { ...form, ...(parentId ? { parentId } : {}), ...(host ? { host } : {}) },
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
        <Stack
          as="form"
          gap={16}
          maxWidth={760}
          onSubmit={(event) => void create(event)}
          noValidate
        >
          <NativeSelect
            label={text('parent')}
            value={parentId}
            data={(sites.data?.items ?? []).map((site, index) => ({
              value: index === 0 ? '' : site.id,
              label: `${'\u2003'.repeat(site.depth)}${site.name}`,
            }))}
            onChange={(event) => setParent(event.currentTarget.value)}
          />
          <IdentityFields
            value={form}
            problemAt={saving.problemAt}
            onChange={(change) => setForm({ ...form, ...change })}
          />
          <HostField
            label={text('hostOptional')}
            value={host}
            problem={saving.problemAt('host')}
            onChange={setHost}
          />
          {saving.general && (
            <p className="form-problem" role="alert">
              {saving.general}
            </p>
          )}
          <Row className={styles.siteSave} align="center" gap={12}>
            <Button type="submit" loading={saving.isBusy}>
              {text('create')}
            </Button>
          </Row>
        </Stack>
      </Section>
    </>
  );
}
