import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenParams } from '../../../../web/navigation.ts';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { ChangeGroup, RemoveGroup } from './dialogs.tsx';
import { Members } from './Members.tsx';
import { Rights } from './Rights.tsx';
import { text } from './text.ts';

/** A group with its members and their rights. */
export default function GroupDetail(): ReactNode {
  const { groupId = '' } = useScreenParams('/groups/$site/$groupId/{-$tab}');
  const group = useCall('getGroup', { params: { groupId } });
  const [dialog, setDialog] = useState<'change' | 'remove' | null>(null);
  const go = useGo();
  const backLink = <Link to="/groups">{text('toGroups')}</Link>;
  if (group.isError && !group.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={group}
        title={text('title')}
        back={backLink}
        icon="users"
        missing={missing}
      />
    );
  }
  if (!group.data) return <Skeleton count={8} />;
  const { name, description, owner, site } = group.data;
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        back={backLink}
        detail={
          <>
            {description && <bdi>{description}</bdi>}
            <span>
              {owner === null
                ? text('ownedBySite', { name: site })
                : text('ownedBy', { name: owner })}
            </span>
          </>
        }
        actions={
          <>
            <Button variant="default" onClick={() => setDialog('change')}>
              {text('change')}
            </Button>
            <Button
              variant="default"
              className="menu-danger"
              leftSection={<Icon name="trash" size={15} />}
              onClick={() => setDialog('remove')}
            >
              {text('remove')}
            </Button>
          </>
        }
      />
      <Rights group={group.data} />
      <Members group={group.data} />
      {dialog === 'change' && <ChangeGroup group={group.data} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && (
        <RemoveGroup
          group={group.data}
          onClose={() => setDialog(null)}
          onRemoved={() => void go({ to: '/groups' })}
        />
      )}
    </>
  );
}
