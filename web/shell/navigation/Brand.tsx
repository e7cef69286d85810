import { Wordmark } from '../../ui/page/Wordmark.tsx';

/** The site's logo, with a link to the home page. */
export function Brand() {
  return (
    <a className="layout-brand" href="/dashboard">
      <Wordmark height={28} />
    </a>
  );
}
