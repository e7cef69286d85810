import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { type PickItem, PickList } from './PickList.tsx';
import { text } from './text.ts';

export const rightNames = ['view', 'operate', 'manage', 'terminate'] as const;
type RightName = (typeof rightNames)[number];
type Type = Answer<'getGroup'>['types'][number]['type'];

/** Selects the right and its objects: individual objects, or all of a type. */
export function GrantRight({ group, onClose }: { group: Answer<'getGroup'>; onClose(): void }) {
  const [type, setType] = useState<Type>(group.types[0]?.type ?? 'ot.server');
  const [coversAll, setCoversAll] = useState(false);
  const [right, setRight] = useState<RightName>('view');
  const [chosen, setChosen] = useState<ReadonlyMap<string, PickItem>>(new Map());
  const params = { groupId: group.id };
  const grant = async () => {
    await call('grantRight', {
      params,
      body: { type, right, ...(coversAll ? {} : { objectIds: [...chosen.keys()] }) },
    });
    toast('success', text('granted'));
  };
  const useSearch = (filter: string) =>
    useCall(
      'listGroupObjects',
      { params, query: { type, ...(filter ? { filter } : {}) } },
      { keepsPrevious: true },
    ).data?.items.map(({ id, name, owner }): PickItem => ({ id, title: name, note: owner }));
  return (
    <ConfirmDialog
      title={text('grantTitle', { name: group.name })}
      confirmLabel={text('grant')}
      onConfirm={grant}
      onClose={onClose}
    >
      <div className="dialog">
        <NativeSelect
          label={text('right')}
          description={text(`${right}Hint`)}
          value={right}
          onChange={(event) => setRight(event.currentTarget.value as RightName)}
          data={rightNames.map((value) => ({ value, label: text(value) }))}
        />
        <NativeSelect
          label={text('what')}
          value={type}
          onChange={(event) => {
            setType(event.currentTarget.value as Type);
            setChosen(new Map());
          }}
          data={group.types.map((each) => ({ value: each.type, label: each.title }))}
        />
        <SegmentedControl
          fullWidth
          value={coversAll ? 'all' : 'some'}
          onChange={(value) => setCoversAll(value === 'all')}
          data={[
            { value: 'some', label: text('some') },
            { value: 'all', label: text('all') },
          ]}
        />
        {coversAll ? (
          <p className="soft">
            {group.owner === null
              ? text('allHintSite', { site: group.site })
              : text('allHintOwner', { owner: group.owner })}
          </p>
        ) : (
          <PickList
            key={type}
            label={text('searchObjects')}
            useFound={useSearch}
            chosen={chosen}
            onChange={setChosen}
            empty={text('noObjects')}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
