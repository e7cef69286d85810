import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { Lines, ProblemNotice } from '../../../web/ui/states.tsx';
import { useSave } from '../../../web/ui/useSave.ts';
import type { Company } from './CompanyDetail.tsx';
import { text } from './text.ts';

/** Which sites belong to the company, and which billing administrators it is given to. */
export function SitesAndAdmins({ company }: { company: Company }) {
  const params = { companyId: company.id };
  const candidates = useCall('companyCandidates', { params }, { isEnabled: company.canManage });
  const [siteIds, setSites] = useState(company.sites.map(({ id }) => id));
  const [adminIds, setAdmins] = useState(company.admins.map(({ id }) => id));
  const saving = useSave([]);
  if (company.canManage && !candidates.data) return <Lines count={6} />;
  const { sites, admins } = candidates.data ?? company;
  const save = () =>
    saving.save(text('saved'), () => call('changeCompanySites', { params, body: { siteIds, adminIds } }), ['getCompany', 'listCompanies']);
  const lists = [
    { title: text('sites'), hint: text('sitesHint'), none: text('noSites'), all: sites, chosen: siteIds, choose: setSites },
    { title: text('admins'), hint: text('adminsHint'), none: text('noAdmins'), all: admins, chosen: adminIds, choose: setAdmins },
  ];
  return (
    <div className="company-form">
      {lists.map(({ title, hint, none, all, chosen, choose }) => (
        <Section key={title} title={title}>
          <div className="company-form">
            <p className="company-hint">{all.length === 0 ? none : hint}</p>
            {all.length > 0 && (
              <Checkbox.Group value={chosen} onChange={choose} role="group" aria-label={title}>
                <div className="company-checks">
                  {all.map(({ id, name }) => (
                    <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} disabled={!company.canManage} />
                  ))}
                </div>
              </Checkbox.Group>
            )}
          </div>
        </Section>
      ))}
      <ProblemNotice problem={saving.general} />
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
