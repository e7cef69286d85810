import { Button, Checkbox } from '@mantine/core';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { ChangedElsewhere } from '../../../../web/ui/form/ChangedElsewhere.tsx';
import { useEditedValue } from '../../../../web/ui/form/useEditedValue.ts';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Grid, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import type { Company } from './CompanyDetail.tsx';
import { text } from './text.ts';

/** The sites of a company and its assigned billing administrators. */
export function SitesAndAdmins({ company }: { company: Company }) {
  const params = { companyId: company.id };
  const candidates = useCall('companyCandidates', { params }, { isEnabled: company.canManage });
  const stored = {
    siteIds: company.sites.map(({ id }) => id),
    adminIds: company.admins.map(({ id }) => id),
  };
  const draft = useEditedValue(stored, company.versions.siteAdmin);
  const { siteIds, adminIds } = draft.value;
  const choose = (change: Partial<typeof stored>) =>
    draft.set((before) => ({ ...before, ...change }));
  const form = useForm({});
  if (company.canManage && !candidates.data) return <Skeleton count={6} />;
  const { sites, admins } = candidates.data ?? company;
  const change = () =>
    call('updateCompanySites', { params, body: { ...draft.value, seen: draft.seen } });
  const save = () => form.save(text('saved'), () => draft.save(change));
  const lists = [
    {
      title: text('sites'),
      hint: text('sitesHint'),
      none: text('noSites'),
      all: sites,
      chosen: siteIds,
      choose: (next: string[]) => choose({ siteIds: next }),
    },
    {
      title: text('admins'),
      hint: text('adminsHint'),
      none: text('noAdmins'),
      all: admins,
      chosen: adminIds,
      choose: (next: string[]) => choose({ adminIds: next }),
    },
  ];
  return (
    <Stack gap={16}>
      {!company.canManage && (
        <Text maxWidth="72ch" tone="soft">
          {text('siteAdminOfRoot')}
        </Text>
      )}
      {lists.map(({ title, hint, none, all, chosen, choose: onChange }) => (
        <Section key={title} title={title}>
          <Stack gap={16}>
            <Text maxWidth="72ch" tone="soft">
              {all.length === 0 ? none : hint}
            </Text>
            {all.length > 0 && (
              <Checkbox.Group value={chosen} onChange={onChange} role="group" aria-label={title}>
                <Grid min={220} isFill gap="10px 18px" maxHeight={320} scroll="y">
                  {all.map(({ id, name }) => (
                    <Checkbox
                      key={id}
                      value={id}
                      label={<bdi>{name}</bdi>}
                      disabled={!company.canManage}
                    />
                  ))}
                </Grid>
              </Checkbox.Group>
            )}
          </Stack>
        </Section>
      ))}
      <ChangedElsewhere kept={draft} form={form} />
      {company.canManage && (
        <div>
          <Button loading={form.isBusy} onClick={() => void save()}>
            {text('save')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
