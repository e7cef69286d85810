import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { IconName } from '../../../contract/icons.ts';
import type { Answer } from '../../client.ts';
import { useCall } from '../../data/useCall.ts';
import { pathOfAnswer, useGo } from '../../navigation.ts';
import type shell from '../../texts/shell/en.json';
import { textsOf } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Icon, iconByName } from '../../ui/Icon.tsx';

const text = textsOf<typeof shell>('shell');

interface Entry {
  id: string;
  group: string;
  title: string;
  detail?: string;
  icon: IconName;
  path: string;
}

/** Search for screens and servers. */
export default function CommandPalette({
  menu,
  onClose,
}: {
  menu: Answer<'menu'>;
  onClose(): void;
}) {
  const [query, setQuery] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const go = useGo();
  const canViewServers = menu.menu.includes('servers');
  const servers = useCall(
    'listServers',
    { query: { size: '10', ...(query.trim() ? { filter: query.trim() } : {}) } },
    { isEnabled: canViewServers && query.trim().length > 0, keepsPrevious: true },
  );
  const entries = useMemo(
    () => findEntries(menu, query, query.trim() ? (servers.data?.items ?? []) : []),
    [menu, query, servers.data],
  );
  const chosen = Math.min(activeIndex, entries.length - 1);
  const open = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    void go({ to: pathOfAnswer(entry.path) });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(chosen + 1, entries.length - 1));
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter') open(entries[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      isGuarded={false}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      aria-label={text('searchHint')}
    >
      <TextInput
        className="palette-field"
        variant="unstyled"
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={entries[chosen] ? `palette-${chosen}` : undefined}
        aria-label={text('searchHint')}
        placeholder={text('palettePlaceholder')}
        leftSection={<Icon name="search" />}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setActiveIndex(0);
        }}
        onKeyDown={onKey}
      />
      <div
        id="palette-list"
        className="palette-list"
        role="listbox"
        aria-label={text('searchHint')}
      >
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above handles the keys and refers to this list
          <div
            key={entry.id}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="palette-entry"
            onClick={() => open(entry)}
            onMouseMove={() => setActiveIndex(index)}
          >
            <Icon name={entry.icon} size={16} />
            <span>{entry.title}</span>
            <span className="soft">{entry.detail ?? entry.group}</span>
          </div>
        ))}
        {entries.length === 0 && (
          <p className="palette-nothing">{text('paletteNothing', { query })}</p>
        )}
      </div>
      <p className="palette-hint">{text('paletteHint')}</p>
    </Dialog>
  );
}

function findEntries(
  menu: Answer<'menu'>,
  query: string,
  servers: Answer<'listServers'>['items'],
): Entry[] {
  const lowerQuery = query.trim().toLowerCase();
  const screens = menu.entries
    .map(
      (entry): Entry => ({
        id: `screen-${entry.id}`,
        group: text('paletteScreens'),
        title: menu.titles[entry.id]?.pageTitle ?? entry.id,
        icon: iconByName(entry.icon),
        path: entry.path,
      }),
    )
    .filter(
      (entry) =>
        entry.title.toLowerCase().includes(lowerQuery) ||
        entry.path.toLowerCase().includes(lowerQuery),
    );
  const found = servers.map(
    (server): Entry => ({
      id: server.id,
      group: text('paletteServers'),
      title: server.name,
      detail: server.ips[0] ?? '',
      icon: 'server',
      path: `/servers/${server.id}`,
    }),
  );
  return [...found, ...screens];
}
