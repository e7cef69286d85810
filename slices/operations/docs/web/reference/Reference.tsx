import { Checkbox } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { type Answer, addressOf } from '../../../../../web/client.ts';
import { CodeBlock } from '../../../../../web/code/CodeBlock.tsx';
import { useCall } from '../../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../../web/navigation.ts';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';
import { Method } from './Method.tsx';
import styles from './reference.module.css';

type Item = Answer<'listOperations'>['items'][number];

const Operation = lazy(() => import('./Operation.tsx'));

/** The list of all operations, next to the selected one. */
export default function Reference(): ReactNode {
  const { operation } = useScreenParams('/docs/{-$operation}');
  const list = useCall('listOperations', {});
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={text('detail')}
        actions={
          <Row
            as="a"
            className="link"
            isInline
            isNowrap
            align="center"
            gap={6}
            href={addressOf('downloadOpenApi')}
            download
          >
            <Icon name="download" size={15} /> {text('download')}
          </Row>
        }
      />
      <div className={styles.reference} data-reading={operation !== undefined || undefined}>
        <Stack as="nav" className={styles.referenceList} gap={10} aria-label={text('title')}>
          {list.isError && !list.data && (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          )}
          {list.isPending && <Skeleton count={10} />}
          {list.data && <Operations items={list.data.items} current={operation} />}
        </Stack>
        <Stack className={styles.referencePage} gap={18}>
          {operation === undefined ? (
            <Basics />
          ) : (
            <Suspense fallback={<Skeleton count={10} />}>
              <Operation key={operation} operation={operation} />
            </Suspense>
          )}
        </Stack>
      </div>
    </>
  );
}

const searchText = ({ operation, path, summary, access, command }: Item): string =>
  `${operation} ${path} ${summary} ${access} ${command ?? ''}`.toLowerCase();

function Operations({ items, current }: { items: readonly Item[]; current: string | undefined }) {
  const [typed, setTyped] = useState('');
  const [showsAllowedOnly, setShowsAllowedOnly] = useState(false);
  const words = useDeferredValue(typed).toLowerCase().split(/\s+/).filter(Boolean);
  const query = words.join(' ');
  const found = useMemo(
    () =>
      items.filter(
        (item) =>
          (!showsAllowedOnly || item.isAllowed) &&
          query.split(' ').every((word) => searchText(item).includes(word)),
      ),
    [items, showsAllowedOnly, query],
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
      <Row justify="space-between" gap="6px 12px" size="sm">
        <Checkbox
          size="xs"
          label={text('onlyAllowed')}
          checked={showsAllowedOnly}
          onChange={(event) => setShowsAllowedOnly(event.currentTarget.checked)}
        />
        <span className="soft" role="status">
          {text('count', { count: found.length })}
        </span>
      </Row>
      {found.length === 0 && <p className="soft">{text('nothing')}</p>}
      <div className={styles.referenceGroups}>
        {groups.map(([group, operations]) => (
          <details
            key={group}
            open={query !== '' || operations.some(({ operation }) => operation === current)}
          >
            <Text as="summary" p="6px 4px" weight={600} textAlign="start" dir="ltr">
              {group} <span className="soft">{operations.length}</span>
            </Text>
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

/** The basics that apply to every operation. */
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
      <Stack gap={12} isProse>
        <p>{text('basicsText')}</p>
        <CodeBlock label="curl">{`curl ${origin}/svc/servers \\\n  -H "AuthClientId: $CLOUD_CLIENT_ID" \\\n  -H "AuthSecret: $CLOUD_SECRET"`}</CodeBlock>
        <p>{text('basicsErrors')}</p>
        <CodeBlock label="JSON">
          {'{\n  "errors": [{ "code": 1102, "info": "…", "key": "name" }],\n  "code": [1102]\n}'}
        </CodeBlock>
        <p>{text('basicsTasks')}</p>
        <CodeBlock label="curl">{`curl ${origin}/svc/queue/command/42 -H "AuthClientId: $CLOUD_CLIENT_ID" -H "AuthSecret: $CLOUD_SECRET"`}</CodeBlock>
      </Stack>
    </Section>
  );
}
