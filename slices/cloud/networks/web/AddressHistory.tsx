import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answer, Calls } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenSearch } from '../../../../web/navigation.ts';
import { TableFrame } from '../../../../web/table/TableFrame.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { Control } from '../../../../web/ui/layout/Control.tsx';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { browserTimeZone } from '../../../../web/ui/values/moments.ts';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import { dateInTimeZone } from '../../../../web/ui/values/zonedTime.ts';
import { Views } from './network.tsx';
import styles from './networks.module.css';
import { text } from './text.ts';
import '../../../../web/table/table.css';

type AddressAssignment = Answer<'getAddressHistory'>['items'][number];
type Query = NonNullable<Calls['getAddressHistory']['in']['query']>;
type Search = {
  address?: string | undefined;
  at?: string | undefined;
  from?: string | undefined;
  skip?: string | undefined;
};

/** Which server had an address at a given time, or ever. The query is stored in the URL. */
export default function AddressHistory(): ReactNode {
  const search = useScreenSearch();
  const go = useGo();
  const history = useCall('getAddressHistory', { query: queryOf(search) }, { keepsPrevious: true });
  const setSearch = (next: Search) => void go({ to: '/networks/history', search: next });
  return (
    <>
      <PageHeader title={text('history')} detail={text('historyDetail')} />
      <Views current="history" />
      <Section isFlush>
        <HistorySearchForm
          key={`${search.address} ${search.at}`}
          search={search}
          onAsk={setSearch}
        />
        {history.isError && !history.data && (
          <ErrorState error={history.error} onRetry={() => void history.refetch()} />
        )}
        {history.isPending && (
          <div className="section-body">
            <Skeleton count={5} />
          </div>
        )}
        {history.data?.items.length === 0 && (
          <EmptyState icon="history" title={text('noHistoryTitle')} hint={text('noHistoryHint')} />
        )}
        {history.data && history.data.items.length > 0 && (
          <Assignments items={history.data.items} />
        )}
        {history.data && (history.data.next || search.from) && (
          <Row isNowrap justify="end" gap={8} p="12px 18px">
            {search.from && (
              <Button
                variant="default"
                size="xs"
                onClick={() => setSearch({ ...search, from: undefined, skip: undefined })}
              >
                {text('newest')}
              </Button>
            )}
            {history.data.nextDate && (
              <Button
                variant="default"
                size="xs"
                onClick={() =>
                  setSearch({
                    ...search,
                    from: history.data.nextDate ?? '',
                    skip: String(history.data.nextSkip),
                  })
                }
              >
                {text('older')}
              </Button>
            )}
          </Row>
        )}
      </Section>
    </>
  );
}

/** Converts a time entered in the user's time zone to UTC for the request. */
function queryOf({ address, at, from, skip }: Search): Query {
  const moment = at ? dateInTimeZone(browserTimeZone(), at) : null;
  return {
    ...(address ? { address } : {}),
    ...(moment ? { at: moment.toISOString() } : {}),
    ...(from ? { from } : {}),
    ...(skip ? { skip } : {}),
  };
}

function HistorySearchForm({ search, onAsk }: { search: Search; onAsk(search: Search): void }) {
  const [address, setAddress] = useState(search.address ?? '');
  const [at, setAt] = useState(search.at ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk({ ...(address.trim() ? { address: address.trim() } : {}), ...(at ? { at } : {}) });
  };
  return (
    <Row
      as="form"
      className={styles.networkViews}
      align="end"
      gap={12}
      p="14px 18px"
      onSubmit={submit}
    >
      <label>
        {text('address')}
        <Control
          as="input"
          type="search"
          dir="ltr"
          placeholder="10.64.0.7"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </label>
      <DateField
        isFilter
        kind="moment"
        hasSeconds
        label={text('at')}
        zone={browserTimeZone()}
        value={at}
        onChange={setAt}
      />
      <Button type="submit" size="sm">
        {text('find')}
      </Button>
      {(search.address || search.at) && (
        <Button variant="default" size="sm" onClick={() => onAsk({})}>
          {text('clear')}
        </Button>
      )}
    </Row>
  );
}

function Assignments({ items }: { items: readonly AddressAssignment[] }) {
  return (
    <TableFrame columns={7} className="network-history">
      <div className="table-scroll">
        <table aria-label={text('history')}>
          <thead>
            <tr>
              {(['address', 'server', 'from', 'to', 'owner', 'network', 'mac'] as const).map(
                (key) => (
                  <th key={key}>{text(key)}</th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                <td data-name data-title={text('address')}>
                  <Code>{item.address}</Code>
                </td>
                <td data-title={text('server')}>
                  {item.isThere ? (
                    <a className="link" href={`/servers/${item.serverId}`}>
                      <bdi>{item.server}</bdi>
                    </a>
                  ) : (
                    <>
                      <bdi>{item.server}</bdi> <small className="soft">({text('gone')})</small>
                    </>
                  )}
                </td>
                <td data-title={text('from')}>
                  <Moment at={item.from} />
                </td>
                <td data-title={text('to')}>
                  {item.to === null ? text('now') : <Moment at={item.to} />}
                </td>
                <td data-title={text('owner')}>
                  <bdi>{item.owner}</bdi>
                </td>
                <td data-title={text('network')}>
                  <bdi>{item.network}</bdi>{' '}
                  <small className="soft">
                    <bdi>{item.datacenter}</bdi>
                  </small>
                </td>
                <td data-title={text('mac')}>
                  <Code>{item.mac}</Code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TableFrame>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}
