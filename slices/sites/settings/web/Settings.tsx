import type { ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { groupsOf } from './groups.ts';
import { SettingRow } from './SettingRow.tsx';
import styles from './settings.module.css';
import { text } from './text.ts';

/** All settings of the site. Each one is saved separately. */
export default function Settings(): ReactNode {
  const settings = useCall('listSettings', {}, { pollMs: 25_000 });
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      {settings.data && settings.data.items.length > 0 ? (
        groupsOf(settings.data.items).map(({ title, items }) => (
          <Section key={title} title={title} isFlush>
            {/* The key recreates the row when the value changed elsewhere, so that users can't overwrite changes they haven't seen. */}
            {items.map((setting) => (
              <SettingRow
                key={`${setting.id} ${JSON.stringify(setting.value)}`}
                setting={setting}
              />
            ))}
          </Section>
        ))
      ) : (
        <Section isFlush>
          {settings.isError && !settings.data ? (
            <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
          ) : !settings.data ? (
            <div className={styles.setting}>
              <Skeleton count={6} />
            </div>
          ) : (
            <EmptyState icon="settings" title={text('emptyTitle')} hint={text('emptyHint')} />
          )}
        </Section>
      )}
    </>
  );
}
