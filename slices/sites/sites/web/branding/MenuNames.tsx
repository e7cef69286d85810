import { NativeSelect, TextInput } from '@mantine/core';
import type { IconName } from '../../../../../contract/icons.ts';
import { directionOf, type Language } from '../../../../../contract/languages.ts';
import { currentLanguage, languageTitle } from '../../../../../web/texts/texts.ts';
import { Icon, iconByName } from '../../../../../web/ui/Icon.tsx';
import { Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';
import type { LookAnswer, LookValues, SectionProps } from './Branding.tsx';
import styles from './branding.module.css';

type Change = LookValues['menu'][string];

const icons: IconName[] = [
  'activity',
  'box',
  'cloud',
  'cpu',
  'device-desktop',
  'disk',
  'file-text',
  'info',
  'layout-dashboard',
  'list-check',
  'network',
  'receipt',
  'server',
  'server-2',
  'server-cog',
  'settings',
  'signature',
  'users',
  'world',
];

/** The site's custom menu titles and icons. */
export function MenuNames({
  look,
  onChange,
  entries,
  languages,
}: SectionProps & { entries: LookAnswer['entries']; languages: readonly Language[] }) {
  const changed = Object.keys(look.menu).length;
  const set = (id: string, change: Change) => {
    const { [id]: _before, ...others } = look.menu;
    const title = Object.fromEntries(
      Object.entries(change.title ?? {}).filter(([, title]) => title !== ''),
    );
    const storedChange: Change = {
      ...(change.icon ? { icon: change.icon } : {}),
      ...(Object.keys(title).length > 0 ? { title } : {}),
    };
    onChange({
      menu: Object.keys(storedChange).length > 0 ? { ...others, [id]: storedChange } : others,
    });
  };
  return (
    <Section
      title={text('menuTitle')}
      actions={changed > 0 && <span className="tag">{changed}</span>}
      isFlush
    >
      <Text className={styles.lookMenuHint} mb={14} maxWidth="72ch" tone="soft">
        {text('menuHint')}
      </Text>
      <Stack maxHeight={340} scroll="y" hasLineAbove>
        {entries.map((entry) => {
          const change = look.menu[entry.id] ?? {};
          const name = entry.title[currentLanguage()] ?? entry.id;
          return (
            <div key={entry.id} className={styles.lookMenuRow}>
              <Row as="span" className={styles.lookMenuName} isNowrap align="center" gap={8}>
                <Icon name={iconByName(change.icon ?? entry.icon)} size={16} />
                {name}
              </Row>
              {languages.map((language) => (
                <TextInput
                  key={language}
                  size="xs"
                  dir={directionOf(language)}
                  maxLength={40}
                  aria-label={`${name}: ${text('titleIn', { language: languageTitle(language) })}`}
                  placeholder={entry.title[language] ?? ''}
                  value={change.title?.[language] ?? ''}
                  onChange={(event) =>
                    set(entry.id, {
                      ...change,
                      title: { ...change.title, [language]: event.currentTarget.value },
                    })
                  }
                />
              ))}
              <NativeSelect
                size="xs"
                aria-label={`${name}: ${text('icon')}`}
                value={change.icon ?? ''}
                data={[{ value: '', label: text('iconAsIs') }, ...icons]}
                onChange={(event) => {
                  const { icon: _icon, ...rest } = change;
                  set(
                    entry.id,
                    event.currentTarget.value ? { ...rest, icon: event.currentTarget.value } : rest,
                  );
                }}
              />
            </div>
          );
        })}
      </Stack>
    </Section>
  );
}
