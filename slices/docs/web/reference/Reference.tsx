import { Checkbox } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { type Answer, addressOf } from '../../../../web/client.ts';
import { CodeBlock } from '../../../../web/code/CodeBlock.tsx';
import { useCall } from '../../../../web/data/useCall.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { PageHeader } from '../../../../web/ui/PageHeader.tsx';
import { Section } from '../../../../web/ui/Section.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/states.tsx';
import { text } from '../text.ts';
import { Method } from './Method.tsx';
import './reference.css';

type Item = Answer<'listOperations'>['items'][number];

const Operation = lazy(() => import('./Operation.tsx'));

/** Every call of the portal beside the one that is read. */
export default function Reference() {
  const { operation } = useParams({ strict: false }) as { operation?: string };
  const list = useCall('listOperations', {});
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={text('detail')}
        actions={
          <a className="link reference-download" href={addressOf('downloadOpenApi')} download>
            <Icon name="download" size={15} /> {text('download')}
          </a>
        }
      />
      <div className="reference" data-reading={operation !== undefined || undefined}>
        <nav className="reference-list" aria-label={text('title')}>
          {list.isError && !list.data && (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          )}
          {list.isPending && <Skeleton count={10} />}
          {list.data && <Operations items={list.data.items} current={operation} />}
        </nav>
        <div className="reference-page">
          {operation === undefined ? (
            <Basics />
          ) : (
            <Suspense fallback={<Skeleton count={10} />}>
              <Operation key={operation} operation={operation} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}

const searched = ({ operation, path, summary, access, command }: Item): string =>
  `${operation} ${path} ${summary} ${access} ${command ?? ''}`.toLowerCase();

function Operations({ items, current }: { items: readonly Item[]; current: string | undefined }) {
  const [typed, setTyped] = useState('');
  const [isAllowedOnly, setAllowedOnly] = useState(false);
  const words = useDeferredValue(typed).toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.join(' ');
  const found = useMemo(
    () =>
      items.filter(
        (item) =>
          (!isAllowedOnly || item.isAllowed) &&
          wanted.split(' ').every((word) => searched(item).includes(word)),
      ),
    [items, isAllowedOnly, wanted],
  );
  const groups = [...Map.groupBy(found, ({ slice }) => slice)].sort(([a], [b]) =>
    a.localeCompare(b),
  );
  return (
    <>
      <span className="table-search">
        <input
          type="search"
          placeholder={text('search')}
          aria-label={text('search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </span>
      <div className="reference-filter">
        <Checkbox
          size="xs"
          label={text('onlyAllowed')}
          checked={isAllowedOnly}
          onChange={(event) => setAllowedOnly(event.currentTarget.checked)}
        />
        <span className="soft" role="status">
          {text('count', { count: found.length })}
        </span>
      </div>
      {found.length === 0 && <p className="soft">{text('nothing')}</p>}
      <div className="reference-groups">
        {groups.map(([group, operations]) => (
          <details
            key={group}
            open={wanted !== '' || operations.some(({ operation }) => operation === current)}
          >
            <summary dir="ltr">
              {group} <span className="soft">{operations.length}</span>
            </summary>
            <ul>
              {operations.map(({ operation, method, summary, isAllowed }) => (
                <li key={operation}>
                  <Link
                    to={`/docs/${operation}`}
                    aria-current={operation === current ? 'page' : undefined}
                    data-refused={!isAllowed || undefined}
                    data-hint={summary}
                  >
                    <Method method={method} />
                    <bdi dir="ltr">{operation}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </>
  );
}

/** What holds for every call. */
function Basics() {
  const { origin } = location;
  return (
    <Section
      title={text('basics')}
      actions={
        <Link className="link" to="/keys">
          {text('makeKey')}
        </Link>
      }
    >
      <div className="reference-basics">
        <p>{text('basicsText')}</p>
        <CodeBlock label="curl">{`curl ${origin}/svc/servers \\\n  -H "AuthClientId: $CLOUD_CLIENT_ID" \\\n  -H "AuthSecret: $CLOUD_SECRET"`}</CodeBlock>
        <p>{text('basicsErrors')}</p>
        <CodeBlock label="JSON">
          {'{\n  "errors": [{ "code": 1102, "info": "…", "key": "name" }],\n  "code": [1102]\n}'}
        </CodeBlock>
        <p>{text('basicsTasks')}</p>
        <CodeBlock label="curl">{`curl ${origin}/svc/queue/command/42 -H "AuthClientId: $CLOUD_CLIENT_ID" -H "AuthSecret: $CLOUD_SECRET"`}</CodeBlock>
      </div>
    </Section>
  );
}
