import { type ReactNode, useEffect, useRef } from 'react';
import type { Path } from '../../navigation.ts';
import { Link } from '../Link.tsx';
import '../ui.css';

export interface UrlTab {
  id: string;
  title: string;
  to: Path;
  hint?: ReactNode;
}

/** Tabs that are links, each with a URL. */
export function UrlTabs({
  tabs,
  current,
  label,
}: {
  tabs: readonly UrlTab[];
  current: string;
  label: string;
}) {
  const row = useRef<HTMLElement>(null);
  // On a narrow screen the tabs are wider than the page, so the current tab is scrolled into view.
  useEffect(() => {
    const tab = row.current
      ?.querySelector(`[data-tab="${CSS.escape(current)}"]`)
      ?.getBoundingClientRect();
    const rowRect = row.current?.getBoundingClientRect();
    if (tab && rowRect)
      row.current?.scrollBy({ left: (tab.left + tab.right - rowRect.left - rowRect.right) / 2 });
  }, [current]);
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to={tab.to}
          data-tab={tab.id}
          aria-current={tab.id === current ? 'page' : undefined}
        >
          {tab.title}
          {tab.hint}
        </Link>
      ))}
    </nav>
  );
}
