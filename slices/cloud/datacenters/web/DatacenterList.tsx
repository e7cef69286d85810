import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { TableFrame } from '../../../../web/table/TableFrame.tsx';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { EditDatacenter } from './EditDatacenter.tsx';
import { text } from './text.ts';
import '../../../../web/table/table.css';

export type Datacenter = Answer<'listDatacenterSettings'>['items'][number];

export default function DatacenterList(): ReactNode {
  const datacenters = useCall('listDatacenterSettings', {});
  const [edited, setEdited] = useState<Datacenter | null>(null);
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      {!datacenters.data && (
        <Section>
          {datacenters.isError ? (
            <ErrorState error={datacenters.error} onRetry={() => void datacenters.refetch()} />
          ) : (
            <Skeleton count={3} />
          )}
        </Section>
      )}
      {datacenters.data && <Datacenters items={datacenters.data.items} onEdit={setEdited} />}
      {edited && <EditDatacenter datacenter={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

const columns = ['name', 'region', 'country', 'shortCode', 'code', 'engine', 'state'] as const;

function Datacenters({
  items,
  onEdit,
}: {
  items: readonly Datacenter[];
  onEdit(datacenter: Datacenter): void;
}) {
  return (
    <TableFrame columns={columns.length + 1}>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" data-name={column === 'name' || undefined}>
                  {text(column)}
                </th>
              ))}
              <th scope="col" className="cell-actions">
                <span className="visually-hidden">{text('edit')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((datacenter) => (
              <tr key={datacenter.id}>
                <td data-title={text('name')} data-name>
                  <bdi>{datacenter.name}</bdi>
                </td>
                <td data-title={text('region')}>
                  <bdi>{datacenter.region || '–'}</bdi>
                </td>
                <td data-title={text('country')}>
                  {datacenter.country ? <Code>{datacenter.country}</Code> : '–'}
                </td>
                <td data-title={text('shortCode')}>
                  <Code>{datacenter.shortCode}</Code>
                </td>
                <td data-title={text('code')}>
                  <Code>{datacenter.code}</Code>
                </td>
                <td data-title={text('engine')}>{text(datacenter.engine)}</td>
                <td data-title={text('state')}>
                  <Badge tone={datacenter.isOpen ? 'good' : 'neutral'}>
                    {text(datacenter.isOpen ? 'open' : 'closed')}
                  </Badge>
                </td>
                <td className="cell-actions">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={text('editTitle', { name: datacenter.name })}
                    onClick={() => onEdit(datacenter)}
                  >
                    {text('edit')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TableFrame>
  );
}
