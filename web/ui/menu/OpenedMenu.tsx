import { Menu } from '@mantine/core';
import { cloneElement, Fragment } from 'react';
import { useOpened } from '../dialog/useOpened.ts';
import { Icon } from '../Icon.tsx';
import type { ButtonElement, MenuEntry, MenuPart } from './LazyMenu.tsx';

/** A menu that has been opened once. */
export default function OpenedMenu({
  button,
  parts,
}: {
  button: ButtonElement;
  parts: () => readonly MenuPart[];
}) {
  const opened = useOpened();
  return (
    <Menu position="bottom-end" opened={opened.isOpen} onChange={opened.setOpen}>
      <Menu.Target>{cloneElement(button, { ref: opened.button })}</Menu.Target>
      <Menu.Dropdown>
        {parts().map(({ key, label, entries }, index) => (
          <Fragment key={key}>
            {index > 0 && <Menu.Divider />}
            {label !== undefined && <Menu.Label>{label}</Menu.Label>}
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A menu entry. Disabled with the reason rather than hidden. */
function Entry({
  entry: { title, icon, isChecked, isDangerous, reason = null, note, run },
}: {
  entry: MenuEntry;
}) {
  return (
    <Menu.Item
      leftSection={icon && <Icon name={icon} size={15} />}
      rightSection={isChecked && <Icon name="check" size={14} />}
      {...(isDangerous ? { className: 'menu-danger' } : {})}
      {...(reason !== null
        ? { 'aria-disabled': true, 'data-disabled': true, closeMenuOnClick: false }
        : {})}
      onClick={() => reason === null && run()}
    >
      {title}
      {(reason !== null || note) && <span className="menu-reason">{reason ?? note}</span>}
    </Menu.Item>
  );
}
