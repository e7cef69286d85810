import { lazy, Suspense, useEffect, useState } from 'react';
import { call } from '../../client.ts';
import { Frame } from '../parts/Frame.tsx';
import { text } from '../text.ts';

const SafeHtml = lazy(async () => ({ default: (await import('../../ui/SafeHtml.tsx')).SafeHtml }));

type Terms = { text: string } | 'reading' | 'failed';

/** The terms of the site, reduced to plain text and its structure. */
export default function TermsPage() {
  const [terms, setTerms] = useState<Terms>('reading');
  const read = () => {
    setTerms('reading');
    call('termsOfService').then(setTerms, () => setTerms('failed'));
  };
  // Once
  useEffect(read, []);
  return (
    <Frame title={text('termsTitle')} isWide below={<a href="/login">{text('backToSignIn')}</a>}>
      {terms === 'reading' && <p className="public-lead">{text('loading')}</p>}
      {terms === 'failed' && (
        <p className="public-lead" role="alert">
          {text('networkError')}{' '}
          <button type="button" className="public-link" onClick={read}>
            {text('tryAgain')}
          </button>
        </p>
      )}
      {typeof terms === 'object' &&
        (terms.text.trim() ? (
          <div className="public-terms" dir="auto">
            <Suspense>
              <SafeHtml html={terms.text} />
            </Suspense>
          </div>
        ) : (
          <p className="public-lead">{text('termsNone')}</p>
        ))}
    </Frame>
  );
}
