import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { bootstrap } from '../bootstrap.ts';
import { onOpenTask } from '../data/openTask.ts';
import { useCall } from '../data/useCall.ts';
import { screens } from '../routes.ts';
import type shell from '../texts/shell/en.json';
import { currentLanguage, setLanguage, textsOf } from '../texts/texts.ts';
import { setMomentStyle } from '../ui/values/moments.ts';
import { ReauthenticationGate } from './gates/ReauthenticationGate.tsx';
import { Brand } from './navigation/Brand.tsx';
import { Navigation } from './navigation/Navigation.tsx';
import { TopBar } from './navigation/TopBar.tsx';
import { useHotkey } from './navigation/useHotkey.ts';

const text = textsOf<typeof shell>('shell');
const TaskDrawer = lazy(() => import('../../slices/operations/queue/web/TaskDrawer.tsx'));
const PhoneMenu = lazy(() => import('./navigation/PhoneMenu.tsx'));
const ActingBanner = lazy(() => import('./gates/ActingBanner.tsx'));
const MustValidate = lazy(() => import('./gates/MustValidate.tsx'));
const SignDialog = lazy(() => import('../../slices/people/agreements/web/SignDialog.tsx'));
const CommandPalette = lazy(() => import('./navigation/CommandPalette.tsx'));

/** The frame of every screen: menu, top bar and tasks. */
export function Layout() {
  const queryClient = useQueryClient();
  const user = useCall('user', {});
  // Must run before anything below is rendered.
  if (user.data) setMomentStyle(user.data);
  // With an unverified address the portal rejects all other calls.
  const isRestricted = user.data?.emailValidationRequired === true;
  const menu = useCall('menu', {}, { isEnabled: !isRestricted });
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [areTasksOpen, setTasksOpen] = useState(false);
  const [taskId, setTaskId] = useState<number | null>(null);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const { pathname } = useLocation();
  const showTasks = (id: number | null) => {
    setTaskId(id);
    setTasksOpen(true);
  };
  useEffect(() => onOpenTask(showTasks));
  useHotkey('k', () => setPaletteOpen(true));
  useEffect(() => {
    if (pathname) setMenuOpen(false);
  }, [pathname]);
  useTitle(menu.data, pathname);
  useReloadOnAccountChange(user.data?.userId);
  // The user's language overrides the browser's once it is known, because the portal responds in
  // it.
  const language = user.data?.language;
  useEffect(() => {
    if (language && language !== currentLanguage())
      void setLanguage(language).then(() => queryClient.invalidateQueries());
  }, [language, queryClient]);

  if (user.data && isRestricted)
    return (
      <Suspense fallback={<div className="screen-loading" />}>
        <MustValidate email={user.data.email} />
      </Suspense>
    );
  if (!user.data || !menu.data) return <div className="screen-loading" />;
  if (isBareScreen(pathname)) return <BareScreen />;
  return (
    <>
      <Suspense>
        {user.data.acting && <ActingBanner email={user.data.email} acting={user.data.acting} />}
      </Suspense>
      <div className="layout">
        <a className="skip-link" href="#content">
          {text('skipToContent')}
        </a>
        <aside className="layout-side">
          <Brand />
          <Navigation menu={menu.data} />
        </aside>
        <TopBar
          user={user.data}
          onMenu={() => setMenuOpen(true)}
          onTasks={() => showTasks(null)}
          onSearch={() => setPaletteOpen(true)}
        />
        <main id="content" className="layout-main" tabIndex={-1}>
          <Outlet />
          <footer className="layout-footer">
            <span>{user.data.systemName}</span>
            <bdi>{user.data.copyright}</bdi>
          </footer>
        </main>
        <Suspense>
          {isMenuOpen && <PhoneMenu menu={menu.data} onClose={() => setMenuOpen(false)} />}
        </Suspense>
        <Suspense>
          {areTasksOpen && <TaskDrawer firstOpen={taskId} onClose={() => setTasksOpen(false)} />}
        </Suspense>
        <Suspense>
          {isPaletteOpen && (
            <CommandPalette menu={menu.data} onClose={() => setPaletteOpen(false)} />
          )}
        </Suspense>
        <Suspense>{user.data.agreementSignRequired && <SignDialog />}</Suspense>
        <ReauthenticationGate />
      </div>
    </>
  );
}

const bareScreens = screens
  .filter((screen) => screen.isBare)
  .map(({ path }) => path.slice(0, path.indexOf('$')).toLowerCase());
const isBareScreen = (pathname: string): boolean =>
  bareScreens.some((path) => pathname.toLowerCase().startsWith(path));

/** A screen that fills the window. Dialogs requested by the portal are shown there too. */
function BareScreen() {
  return (
    <>
      <Outlet />
      <ReauthenticationGate />
    </>
  );
}

/**
 * Acting for an account starts or ends: data read for one account must not be shown for the other.
 */
function useReloadOnAccountChange(userId: string | undefined): void {
  const first = useRef(userId);
  useEffect(() => {
    first.current ??= userId;
    if (userId !== undefined && userId !== first.current) location.assign('/dashboard');
  }, [userId]);
}

function useTitle(
  menu:
    | { titles: Record<string, { pageTitle: string }>; entries: { id: string; path: string }[] }
    | undefined,
  pathname: string,
): void {
  useEffect(() => {
    const entry = menu?.entries
      .filter((candidate) => pathname.toLowerCase().startsWith(candidate.path.toLowerCase()))
      .sort((a, b) => b.path.length - a.path.length)[0];
    const title = entry && menu?.titles[entry.id]?.pageTitle;
    document.title = title ? `${title} · ${bootstrap.site.systemName}` : bootstrap.site.systemName;
  }, [menu, pathname]);
}
