import { useEffect, useState } from 'react';
import { type Answer, CallError, call } from '../../../../web/client.ts';
import { usePageShown } from '../../../../web/usePageShown.ts';
import { Mark } from './Mark.tsx';
import styles from './social.module.css';
import { startFlow } from './socialFlow.ts';
import { text } from './text.ts';

type Listed = Answer<'socialAllowed'>['items'][number];

/** State that the sign-in page stores in its browser history entry. */
interface Note {
  from?: string;
  isRemote?: boolean;
}

/** With more providers than this, the buttons are next to each other and show names only. */
const maxPerColumn = 3;

let pendingRead: Promise<Listed[]> | null = null;

/** Loaded once per page. Returns an empty list if the request fails. */
const readProviders = (): Promise<Listed[]> => {
  pendingRead ??= call('socialAllowed').then(
    ({ items }) => items,
    () => {
      pendingRead = null;
      return [];
    },
  );
  return pendingRead;
};

/** The site's providers, for the sign-in and sign-up pages. Empty if the site has none. */
export default function SocialButtons({ page = currentPage() }: { page?: 'login' | 'create' }) {
  const [items, setItems] = useState<Listed[]>([]);
  const [redirectingTo, setRedirectingTo] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => void readProviders().then(setItems), []);
  usePageShown(() => setRedirectingTo(null));

  const startSignIn = async ({ social, title }: Listed) => {
    setRedirectingTo(social);
    setProblem('');
    const { from, isRemote } = (history.state ?? {}) as Note;
    try {
      await startFlow({
        social,
        title,
        page,
        handler: isRemote ? 'remote' : 'login',
        ...(from === undefined ? {} : { from }),
      });
    } catch (error) {
      setRedirectingTo(null);
      setProblem(
        error instanceof CallError && error.status > 0 && error.message
          ? error.message
          : text('failedToBegin'),
      );
    }
  };
  if (items.length === 0) return null;
  const isMultiColumn = items.length > maxPerColumn;
  return (
    <fieldset
      className={styles.socialButtons}
      data-many={isMultiColumn || undefined}
      aria-label={text('otherWays')}
    >
      {items.map((item) => (
        <button
          key={item.social}
          type="button"
          className={styles.socialButton}
          disabled={redirectingTo !== null}
          aria-label={text('continueWith', { title: item.title })}
          onClick={() => void startSignIn(item)}
        >
          <Mark kind={item.kind} />
          <span dir="auto">
            {isMultiColumn
              ? item.title
              : text(redirectingTo === item.social ? 'going' : 'continueWith', {
                  title: item.title,
                })}
          </span>
        </button>
      ))}
      <p className={styles.socialProblem} role="alert">
        {problem}
      </p>
    </fieldset>
  );
}

const currentPage = (): 'login' | 'create' =>
  /^\/create(\/|$)/i.test(location.pathname) ? 'create' : 'login';
