import { Wordmark } from '../../ui/page/Wordmark.tsx';

/** The site's mark, which leads home. */
export function Brand() {
  return (
    <a className="layout-brand" href="/dashboard">
      <Wordmark height={28} />
    </a>
  );
}
