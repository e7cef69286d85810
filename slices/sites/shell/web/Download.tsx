import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { pathOfAnswer } from '../../../../web/navigation.ts';
import { currentLanguage, loadArea, textsOf } from '../../../../web/texts/texts.ts';
import { EmptyState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import downloadTexts from './texts/download/en.json';

await loadArea(
  'download',
  downloadTexts,
  import.meta.glob(['./texts/download/*.json', '!./texts/download/en.json'], { import: 'default' }),
);
const text = textsOf<typeof downloadTexts>('download');

/** The screen that lists the files of each download path. */
const lists: Record<string, (query: URLSearchParams) => string> = {
  '/usage/download': () => '/report',
  '/invoice/download': () => '/billing/history/invoices',
  '/report/download': (query) => `/${encodeURIComponent(query.get('report') ?? 'dashboard')}`,
};

/**
 * Returns why a file can't be downloaded, as text. Null if it can. Signed-out users are redirected
 * to the sign-in page.
 */
async function downloadProblem(address: string): Promise<string | null> {
  const answer = await fetch(address, {
    headers: { accept: 'application/json', 'accept-language': currentLanguage() },
  });
  if (answer.ok) {
    void answer.body?.cancel();
    return null;
  }
  const { errors = [] } = (await answer.json()) as { errors?: { info: string }[] };
  return errors.map(({ info }) => info).join(' ');
}

/**
 * Shown when a file URL opens the web app instead of a file. After sign-in the download starts.
 * Otherwise the error is shown.
 */
export default function Download(): ReactNode {
  const [problem, setProblem] = useState<string | null | undefined>();
  const path = location.pathname.toLowerCase().replace(/\/$/, '');
  const address = `${path}${location.search}`;
  useEffect(() => {
    void downloadProblem(`/svc${address}`)
      .catch((error: unknown) => String(error))
      .then((found) => {
        setProblem(found);
        if (found === null) location.replace(address);
      });
  }, [address]);
  const list = lists[path]?.(new URLSearchParams(location.search)) ?? '/dashboard';
  return (
    <>
      <PageHeader title={text('title')} />
      <Section>
        {problem === undefined ? (
          <Skeleton count={3} />
        ) : (
          <EmptyState
            icon={problem === null ? 'download' : 'alert'}
            title={text(problem === null ? 'given' : 'refused')}
            hint={problem ?? text('givenHint')}
            action={
              <Button component={Link} to={pathOfAnswer(list)} variant="default">
                {text('toList')}
              </Button>
            }
          />
        )}
      </Section>
    </>
  );
}
