import { Button, Checkbox } from '@mantine/core';
import { call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { ChangedElsewhere } from '../../../web/ui/ChangedElsewhere.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { Skeleton } from '../../../web/ui/states.tsx';
import { useKept } from '../../../web/ui/useKept.ts';
import { useSave } from '../../../web/ui/useSave.ts';
import type { Company } from './CompanyDetail.tsx';
import { text } from './text.ts';

/** Which sites belong to the company, and which billing administrators it is given to. */
export function SitesAndAdmins({ company }: { company: Company }) {
  const params = { companyId: company.id };
  const candidates = useCall('companyCandidates', { params }, { isEnabled: company.canManage });
  const stored = {
    siteIds: company.sites.map(({ id }) => id),
    adminIds: company.admins.map(({ id }) => id),
  };
  const kept = useKept(stored, company.versions.siteAdmin, 'getCompany');
  const { siteIds, adminIds } = kept.value;
  const choose = (change: Partial<typeof stored>) =>
    kept.set((before) => ({ ...before, ...change }));
  const saving = useSave([]);
  if (company.canManage && !candidates.data) return <Skeleton count={6} />;
  const { sites, admins } = candidates.data ?? company;
  const change = () =>
    call('updateCompanySites', { params, body: { ...kept.value, seen: kept.seen } });
  const save = () =>
    saving.save(text('saved'), () => kept.save(change), ['getCompany', 'listCompanies']);
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
    <div className="company-form">
      {!company.canManage && <p className="company-hint">{text('siteAdminOfRoot')}</p>}
      {lists.map(({ title, hint, none, all, chosen, choose: onChange }) => (
        <Section key={title} title={title}>
          <div className="company-form">
            <p className="company-hint">{all.length === 0 ? none : hint}</p>
            {all.length > 0 && (
              <Checkbox.Group value={chosen} onChange={onChange} role="group" aria-label={title}>
                <div className="company-checks">
                  {all.map(({ id, name }) => (
                    <Checkbox
                      key={id}
                      value={id}
                      label={<bdi>{name}</bdi>}
                      disabled={!company.canManage}
                    />
                  ))}
                </div>
              </Checkbox.Group>
            )}
          </div>
        </Section>
      ))}
      <ChangedElsewhere kept={kept} saving={saving} />
      {company.canManage && (
        <div>
          <Button loading={saving.isBusy} onClick={() => void save()}>
            {text('save')}
          </Button>
        </div>
      )}
    </div>
  );
}
