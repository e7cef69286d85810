import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './audit.module.css';
import { text } from './text.ts';

interface ChangesProps {
  changes: readonly { field: string; before: string; after: string }[];
  details: readonly string[];
}

/** The changes by field: the old value struck through, and the new value. */
export function Changes({ changes, details }: ChangesProps) {
  if (changes.length === 0 && details.length === 0) return <span className="soft">–</span>;
  return (
    <Stack
      as="ul"
      className={styles.logChanges}
      gap={2}
      maxWidth={460}
      p="4px 0"
      size="sm"
      wrap="anywhere"
    >
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
    </Stack>
  );
}
