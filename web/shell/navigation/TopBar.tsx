import { useQueryClient } from '@tanstack/react-query';
import type { IconName } from '../../../contract/icons.ts';
import type { Language } from '../../../contract/languages.ts';
import { bootstrap, openTasks } from '../../bootstrap.ts';
import { type Answer, call } from '../../client.ts';
import { toast } from '../../data/toasts.ts';
import { keyOf, useCall } from '../../data/useCall.ts';
import { languageNames } from '../../public/languageNames.ts';
import type shell from '../../texts/shell/en.json';
import { currentLanguage, setLanguage, textsOf } from '../../texts/texts.ts';
import { type Scheme, storeScheme } from '../../theme/scheme.ts';
import { errorText } from '../../ui/feedback/errorText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LazyMenu } from '../../ui/menu/LazyMenu.tsx';
import { useScheme } from '../useScheme.ts';

const text = textsOf<typeof shell>('shell');

interface TopBarProps {
  user: Answer<'user'>;
  onMenu(): void;
  onTasks(): void;
  onSearch(): void;
}

const schemes: readonly [Scheme, 'light' | 'dark' | 'system', IconName][] = [
  ['light', 'light', 'sun'],
  ['dark', 'dark', 'moon'],
  ['auto', 'system', 'device-desktop'],
];

/** Search, tasks, appearance, and the user menu. */
export function TopBar({ user, onMenu, onTasks, onSearch }: TopBarProps) {
  const [scheme, setScheme] = useScheme();
  const queryClient = useQueryClient();
  const chooseLanguage = async (language: Language) => {
    try {
      await call('setLanguage', { body: { language } });
    } catch (error) {
      return toast('error', text('language'), errorText(error));
    }
    queryClient.setQueryData(keyOf('user', {}), { ...user, language });
    await setLanguage(language);
    await queryClient.invalidateQueries();
  };
  return (
    <header className="topbar">
      <IconButton
        className="topbar-menu"
        icon="menu"
        label={text('openMenu')}
        size="lg"
        onClick={onMenu}
      />
      <button type="button" className="topbar-search" onClick={onSearch}>
        <Icon name="search" size={15} />
        <span>{text('searchHint')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="topbar-end">
        <TasksButton onOpen={onTasks} />
        <LazyMenu
          button={
            <IconButton
              icon={scheme === 'dark' ? 'moon' : scheme === 'light' ? 'sun' : 'device-desktop'}
              label={text('appearance')}
              size="lg"
            />
          }
          parts={() => [
            {
              key: 'theme',
              label: text('theme'),
              entries: schemes.map(([value, key, icon]) => ({
                ...{ key, title: text(key), icon, isChecked: scheme === value },
                run: () => {
                  storeScheme(value);
                  setScheme(value);
                },
              })),
            },
            {
              key: 'language',
              label: text('language'),
              entries: bootstrap.site.languages.map((language) => ({
                ...{
                  key: language,
                  title: languageNames[language],
                  isChecked: currentLanguage() === language,
                },
                run: () => void chooseLanguage(language),
              })),
            },
          ]}
        />
        <LazyMenu
          button={
            <button
              type="button"
              className="topbar-user"
              aria-label={text('account', { email: user.email })}
            >
              <span className="avatar" aria-hidden="true">
                {user.email.slice(0, 1).toUpperCase()}
              </span>
            </button>
          }
          parts={() => [
            {
              key: 'account',
              label: <bdi>{user.email}</bdi>,
              entries: [
                {
                  key: 'signOut',
                  title: text('signOut'),
                  icon: 'logout',
                  run: () => location.assign('/logout'),
                },
              ],
            },
          ]}
        />
      </div>
    </header>
  );
}

/** The number of open tasks, always visible (specification: polled every 6 s without push). */
function TasksButton({ onOpen }: { onOpen(): void }) {
  const open = useCall('listQueue', openTasks, { pollMs: 6_000 });
  const count = open.data?.total ?? 0;
  const label = count === 0 ? text('tasks') : text('tasksOpen', { count });
  return (
    <IconButton
      icon="list-check"
      label={label}
      size="lg"
      className="topbar-tasks"
      data-open={count > 0 || undefined}
      onClick={onOpen}
    >
      {count > 0 && <span className="topbar-count">{count > 99 ? '99+' : count}</span>}
    </IconButton>
  );
}
