import { useCall } from '../../../../../web/data/useCall.ts';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { Text } from '../../../../../web/ui/layout/Layout.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import type { Image } from '../image.tsx';
import styles from '../images.module.css';
import { text } from '../text.ts';

/** The versions of an image, newest first. Empty if there is only one. */
export function Versions({ image, onOpen }: { image: Image; onOpen(imageId: string): void }) {
  const versions = useCall('listImageVersions', { params: { imageId: image.id } });
  const items = versions.data?.items ?? [];
  if (items.length < 2) return null;
  return (
    <section aria-label={text('versions')}>
      <Text as="h3" mb={8} size="sm">
        {text('versions')}
      </Text>
      <ul className={styles.versions}>
        {items.map((item) => (
          <li key={item.id} aria-current={item.id === image.id || undefined}>
            <button type="button" className="link-button" onClick={() => onOpen(item.id)}>
              <bdi>{item.version || item.name}</bdi>
            </button>
            <span className="soft">
              <RelativeTime at={item.createdAt} />
            </span>
            {item.isLatest && <Badge tone="good">{text('latest')}</Badge>}
            {item.offer !== 'offered' && (
              <Badge tone={item.offer === 'withdrawn' ? 'bad' : 'warning'}>
                {text(item.offer)}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
