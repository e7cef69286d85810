import { bootstrap } from '../../bootstrap.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';

const text = textsOf<typeof common>('common');

/**
 * Specification section 2, error screen. Reloads the page on the way back, so that no broken state
 * remains.
 */
export function CrashScreen({ error }: { error: Error }) {
  return (
    <main className="crash" role="alert">
      <h1>{text('crashTitle')}</h1>
      <a href="/dashboard">{text('crashBack')}</a>
      {bootstrap.dev && (
        <details>
          <summary>{text('crashDetails')}</summary>
          <pre dir="ltr">{error.stack ?? error.message}</pre>
        </details>
      )}
    </main>
  );
}
