import { type ReactNode, useEffect, useRef } from 'react';
import { bootstrap } from '../../bootstrap.ts';
import { Wordmark } from '../../ui/page/Wordmark.tsx';
import { Appearance } from './Appearance.tsx';
import { Icon, type IconName } from './icons.tsx';
import '../public.css';

interface FrameProps {
  title: string;
  /** A status icon above the title. */
  icon?: IconName;
  isGood?: boolean;
  /** For text pages without a form. */
  isWide?: boolean;
  notice?: string | null;
  children: ReactNode;
  /** Links below the card. */
  below?: ReactNode;
}

/** The card layout of every screen before sign-in. */
export function Frame({ title, icon, isGood, isWide, notice, children, below }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${bootstrap.site.systemName}`;
    // A screen without a field focuses its heading. A screen with a field has already focused the
    // field.
    if (document.activeElement === null || document.activeElement === document.body)
      heading.current?.focus();
  }, [title]);
  return (
    <main className="public">
      <section className="public-card" data-wide={isWide || undefined} aria-labelledby="title">
        <div className="public-logo">
          <Wordmark height={32} />
        </div>
        {icon && (
          <div className="public-sign" data-good={isGood || undefined}>
            <Icon name={icon} size={24} />
          </div>
        )}
        <h1 id="title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {notice && (
          <p className="public-notice" role="status">
            {notice}
          </p>
        )}
        {children}
        {below && <div className="public-below">{below}</div>}
      </section>
      <footer className="public-footer">
        <Appearance />
        {bootstrap.site.copyright && <bdi>{bootstrap.site.copyright}</bdi>}
      </footer>
    </main>
  );
}
