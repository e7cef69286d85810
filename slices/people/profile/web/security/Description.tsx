import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import styles from '../profile.module.css';
import { text } from '../text.ts';
import { useSecuritySetting } from './useSecuritySetting.ts';

/** A description of a phone or address, editable in place. */
export function Description({
  item,
  name,
}: {
  item: { addressId: string; description: string };
  name: string;
}) {
  const [draft, setDraft] = useState(item.description);
  const change = useSecuritySetting();
  const save = () => {
    if (draft.trim() === item.description) return;
    void change(text('saved'), () =>
      call('describeItem', { body: { addressId: item.addressId, description: draft } }),
    );
  };
  return (
    <input
      className={styles.profileInline}
      value={draft}
      maxLength={100}
      placeholder={text('describe')}
      aria-label={text('describeNamed', { name })}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
