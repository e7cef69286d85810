import { useCall } from '../../../web/data/useCall.ts';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Lines } from '../../../web/ui/states.tsx';
import { SettingRow } from './SettingRow.tsx';
import './settings.css';
import { text } from './text.ts';

/** Every switch of the site; each is saved for itself. */
export default function Settings() {
  const settings = useCall('listSettings', {}, { topics: ['setting'], pollMs: 25_000 });
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      <Section isFlush>
        {settings.isError && !settings.data ? (
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        ) : !settings.data ? (
          <div className="setting">
            <Lines count={6} />
          </div>
        ) : settings.data.items.length === 0 ? (
          <EmptyState icon="settings" title={text('emptyTitle')} hint={text('emptyHint')} />
        ) : (
          // Anew when the value changed elsewhere, so that nobody saves over what he has not seen.
          settings.data.items.map((setting) => <SettingRow key={`${setting.id} ${JSON.stringify(setting.value)}`} setting={setting} />)
        )}
      </Section>
    </>
  );
}
