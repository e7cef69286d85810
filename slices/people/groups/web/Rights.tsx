import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { TableFrame } from '../../../../web/table/TableFrame.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { Control } from '../../../../web/ui/layout/Control.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { GrantRight, rightNames } from './GrantRight.tsx';
import styles from './groups.module.css';
import { text } from './text.ts';
import '../../../../web/table/table.css';

type Right = Answer<'listGroupRights'>['items'][number];

/** The rights of the members and their objects. */
export function Rights({ group }: { group: Answer<'getGroup'> }) {
  const params = { groupId: group.id };
  const rights = useCall('listGroupRights', { params });
  const [isGranting, setGranting] = useState(false);
  const grant = (
    <Button
      size="xs"
      leftSection={<Icon name="plus" size={15} />}
      onClick={() => setGranting(true)}
    >
      {text('grant')}
    </Button>
  );
  return (
    <Section title={text('rights')} actions={grant} isFlush>
      {rights.isError && !rights.data && (
        <ErrorState error={rights.error} onRetry={() => void rights.refetch()} />
      )}
      {rights.isPending && (
        <div className="section-body">
          <Skeleton count={3} />
        </div>
      )}
      {rights.data?.items.length === 0 && (
        <EmptyState icon="settings" title={text('noRights')} hint={text('noRightsHint')} />
      )}
      {rights.data && rights.data.items.length > 0 && (
        <RightTable group={group} items={rights.data.items} />
      )}
      {isGranting && <GrantRight group={group} onClose={() => setGranting(false)} />}
    </Section>
  );
}

function RightTable({ group, items }: { group: Answer<'getGroup'>; items: readonly Right[] }) {
  const run = useRun();

  const paramsOf = ({ id }: Right) => ({ groupId: group.id, rightId: id });
  const change = (item: Right, right: Right['right']) =>
    run(
      text('rightChanged'),
      () => call('updateRight', { params: paramsOf(item), body: { right } }),
      () => call('updateRight', { params: paramsOf(item), body: { right: item.right } }),
    );
  const grant = ({ type, objectId, right }: Right) =>
    call('grantRight', {
      params: { groupId: group.id },
      body: { type, right, ...(objectId === null ? {} : { objectIds: [objectId] }) },
    });
  const revoke = (item: Right) =>
    run(
      text('revoked'),
      () => call('revokeRight', { params: paramsOf(item) }),
      () => grant(item),
    );
  return (
    <TableFrame columns={3} className={styles.groupRights}>
      <div className="table-scroll">
        <table aria-label={text('rights')}>
          <thead>
            <tr>
              <th>{text('object')}</th>
              <th>{text('right')}</th>
              <th>{text('givenBy')}</th>
              <th className="cell-actions">
                <span className="visually-hidden">{text('revoke')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                <td data-name data-title={text('object')}>
                  <RightObject item={item} />
                </td>
                <td data-title={text('right')}>
                  <Control
                    as="select"
                    aria-label={text('rightOf', { name: nameOf(item) })}
                    value={item.right}
                    onChange={(event) =>
                      void change(item, event.currentTarget.value as Right['right'])
                    }
                  >
                    {rightNames.map((right) => (
                      <option key={right} value={right}>
                        {text(right)}
                      </option>
                    ))}
                  </Control>
                </td>
                <td data-title={text('givenBy')}>
                  <bdi>{item.grantedBy}</bdi> <span className="soft">· </span>
                  <RelativeTime at={item.grantedAt} />
                </td>
                <td className="cell-actions">
                  <IconButton
                    icon="x"
                    label={text('revokeOf', { name: nameOf(item) })}
                    onClick={() => void revoke(item)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TableFrame>
  );
}

const nameOf = (item: Right): string =>
  item.objectId === null
    ? text('allOf', { type: item.typeTitle })
    : (item.objectName ?? text('gone'));

function RightObject({ item }: { item: Right }) {
  const isServer = item.type === 'ot.server' && item.objectId !== null && item.problem === null;
  return (
    <>
      {isServer ? (
        <a className="link" href={`/servers/${item.objectId}`}>
          <bdi>{nameOf(item)}</bdi>
        </a>
      ) : (
        <bdi>{nameOf(item)}</bdi>
      )}{' '}
      {item.objectId !== null && <small className="soft">{item.typeTitle}</small>}
      {item.problem && <div className="danger-text">{item.problem}</div>}
    </>
  );
}
