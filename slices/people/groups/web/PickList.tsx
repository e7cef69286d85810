import { TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Box, Text } from '../../../../web/ui/layout/Layout.tsx';
import { ChoiceList } from '../../../../web/ui/layout/LineList.tsx';

export interface PickItem {
  id: string;
  title: string;
  note?: string;
}

interface PickListProps {
  label: string;
  /** The matches of the search text. Undefined while it loads. */
  useFound(filter: string): readonly PickItem[] | undefined;
  chosen: ReadonlyMap<string, PickItem>;
  onChange(chosen: ReadonlyMap<string, PickItem>): void;
  empty: string;
}

/** A multi-select list: the search results, with the current selection above. */
export function PickList({ label, useFound, chosen, onChange, empty }: PickListProps) {
  const [typed, setTyped] = useState('');
  const items = useFound(useDeferredValue(typed));
  const toggle = (item: PickItem) => {
    const next = new Map(chosen);
    if (!next.delete(item.id)) next.set(item.id, item);
    onChange(next);
  };
  const options = [...chosen.values(), ...(items ?? []).filter(({ id }) => !chosen.has(id))];
  return (
    <div>
      <TextInput
        type="search"
        placeholder={label}
        aria-label={label}
        value={typed}
        leftSection={<Icon name="search" size={15} />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ChoiceList maxHeight={260} aria-label={label}>
        {options.map((item) => (
          <li key={item.id}>
            <label>
              <input
                type="checkbox"
                className="tick"
                checked={chosen.has(item.id)}
                onChange={() => toggle(item)}
              />
              <span>
                <bdi>{item.title}</bdi>
                {item.note && (
                  <Text as="small" isBlock tone="soft">
                    <bdi>{item.note}</bdi>
                  </Text>
                )}
              </span>
            </label>
          </li>
        ))}
        {items && options.length === 0 && (
          <Box as="li" p="14px 12px" tone="soft">
            {empty}
          </Box>
        )}
      </ChoiceList>
    </div>
  );
}
