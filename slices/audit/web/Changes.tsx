import { text } from './text.ts';

interface ChangesProps {
  changes: readonly { field: string; before: string; after: string }[];
  details: readonly string[];
}

/** What changed, field by field: what it was, struck through, and what it is. */
export function Changes({ changes, details }: ChangesProps) {
  if (changes.length === 0 && details.length === 0) return <span className="soft">–</span>;
  return (
    <ul className="log-changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field && <code className="soft">{field}: </code>}
          {before && (
            <del>
              <span className="visually-hidden">{text('before')} </span>
              <bdi className="code">{before}</bdi>
            </del>
          )}{' '}
          {after && (
            <ins>
              <span className="visually-hidden">{text('after')} </span>
              <bdi className="code">{after}</bdi>
            </ins>
          )}
        </li>
      ))}
      {details.map((line) => (
        <li key={line}>
          <bdi className="code">{line}</bdi>
        </li>
      ))}
    </ul>
  );
}
