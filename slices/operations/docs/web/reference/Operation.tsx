import type { ReactNode } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { code } from '../../../../../web/codes.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { TableFrame } from '../../../../../web/table/TableFrame.tsx';
import { direction } from '../../../../../web/texts/texts.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';
import { Method } from './Method.tsx';
import { RequestTester } from './RequestTester.tsx';
import styles from './reference.module.css';
import { Schema } from './Schema.tsx';

export type OperationDetail = Answer<'getOperation'>;

/**
 * One operation: required permissions, request and response types, errors, and a form to try it.
 */
export default function Operation({ operation }: { operation: string }) {
  const operationQuery = useCall('getOperation', { params: { operation } });
  if (operationQuery.isError && !operationQuery.data)
    return (
      <Section>
        {operationQuery.error.code === code.notFound || operationQuery.error.status === 400 ? (
          <EmptyState icon="file-text" title={text('notFoundTitle')} hint={text('notFoundHint')} />
        ) : (
          <ErrorState error={operationQuery.error} onRetry={() => void operationQuery.refetch()} />
        )}
      </Section>
    );
  if (!operationQuery.data) return <Skeleton count={10} />;
  const described = operationQuery.data;
  return (
    <article className={styles.operation}>
      <Link className={`link ${styles.operationBack}`} to="/docs">
        <Icon name={direction() === 'rtl' ? 'chevron-right' : 'chevron-left'} size={14} />
        {text('allCalls')}
      </Link>
      <header>
        <h2>
          <bdi dir="ltr">{described.operation}</bdi>
        </h2>
        <p className={styles.operationPath} dir="ltr">
          <Method method={described.method} /> <code>{described.path}</code>
        </p>
        <p dir="auto">{described.summary}</p>
      </header>
      <Section title={text('who')}>
        <KeyValue rows={accessRows(described)} />
      </Section>
      <Inputs described={described} />
      <Section title={text('answer')}>{answerOf(described)}</Section>
      {described.kind === 'json' && <RequestTester described={described} />}
      <Section title={text('errors')} isFlush>
        <ErrorTable refusals={described.refusals} />
      </Section>
    </article>
  );
}

function accessRows({
  access,
  roles,
  keyTypes,
  isForKeys,
  changes,
  isDangerous,
  command,
}: OperationDetail): [string, ReactNode][] {
  const named =
    access === 'public' ? (
      text('public')
    ) : access === 'signedIn' ? (
      text('signedIn')
    ) : (
      <Code key="access">{access}</Code>
    );
  return [
    [text('permission'), named],
    [
      text('roles'),
      roles.length === 0 ? null : roles.map((role) => text(`role_${role as 'root'}`)).join(', '),
    ],
    [
      text('keys'),
      isForKeys
        ? keyTypes.map((type) => text(`type_${type as 'server'}`)).join(', ') || text('yes')
        : text('keysNone'),
    ],
    [text('changes'), text(changes ? 'yes' : 'no')],
    [text('fresh'), isDangerous ? text('yes') : null],
    [text('command'), command === null ? null : <Code key="command">{`cloud ${command}`}</Code>],
  ];
}

function Inputs({ described: { params, query, body } }: { described: OperationDetail }) {
  const parts = [
    ['params', params],
    ['query', query],
    ['body', body],
  ] as const;
  const shownParts = parts.filter(([, schema]) => schema !== null);
  if (shownParts.length === 0)
    return (
      <Section>
        <p className="soft">{text('nothingTaken')}</p>
      </Section>
    );
  return shownParts.map(([name, schema]) => (
    <Section key={name} title={text(name)}>
      {schema && <Schema schema={schema} />}
    </Section>
  ));
}

function answerOf({ kind, answer }: OperationDetail): ReactNode {
  if (kind !== 'json') return <p className="soft">{text(kind)}</p>;
  return answer ? <Schema schema={answer} /> : null;
}

function ErrorTable({ refusals }: { refusals: OperationDetail['refusals'] }) {
  return (
    <TableFrame columns={3} className={styles.refusals}>
      <div className="table-scroll">
        <table aria-label={text('errors')}>
          <thead>
            <tr>
              <th>{text('code')}</th>
              <th>{text('status')}</th>
              <th>{text('meaning')}</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map((error) => (
              <tr key={error.code}>
                <td data-name data-title={text('code')}>
                  <Code>{String(error.code)}</Code>
                </td>
                <td data-title={text('status')}>{error.status}</td>
                <td data-title={text('meaning')}>{error.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TableFrame>
  );
}
