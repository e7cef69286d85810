import { bootstrap } from '../../bootstrap.ts';

/** The site's logo, or its name next to a cloud in its color if it has no logo. */
export function Wordmark({ height }: { height: number }) {
  const { systemName, hasLogo } = bootstrap.site;
  if (hasLogo)
    return (
      <img
        src={`/svc/logo?timestamp=${Math.round(performance.timeOrigin)}`}
        alt={systemName}
        height={height}
      />
    );
  return (
    <span className="wordmark" style={{ fontSize: height * 0.68 }}>
      <svg
        viewBox="0 0 32 32"
        width={height}
        height={height}
        fill="currentColor"
        aria-hidden="true"
      >
        <path d="M9 25a7 7 0 0 1-.6-13.97A9 9 0 0 1 25.7 13.1 6 6 0 0 1 25 25z" />
      </svg>
      <bdi>{systemName}</bdi>
    </span>
  );
}
