import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Mark } from '../Mark.tsx';
import socialStyles from '../social.module.css';
import { NewProvider } from './NewProvider.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import styles from './providers.module.css';
import { text } from './text.ts';

export type Provider = Answer<'listSocialProviders'>['items'][number];

/** The providers of the site: the connected ones, and how to connect the others. */
export default function SocialProviders(): ReactNode {
  const providers = useCall('listSocialProviders', {}, { pollMs: 60_000 });
  const [open, setOpen] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={text('detail')}
        actions={
          <Button
            leftSection={<Icon name="plus" size={16} />}
            disabled={isAdding}
            onClick={() => setAdding(true)}
          >
            {text('add')}
          </Button>
        }
      />
      {isAdding && (
        <Section title={text('add')}>
          <NewProvider onClose={() => setAdding(false)} />
        </Section>
      )}
      <Section isFlush>
        {providers.isError && !providers.data ? (
          <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />
        ) : !providers.data ? (
          <Skeleton count={6} />
        ) : (
          <Stack>
            {providers.data.items.map((provider) => (
              <ProviderRow
                key={provider.social}
                provider={provider}
                isOpen={open === provider.social}
                onToggle={() => setOpen(open === provider.social ? null : provider.social)}
              />
            ))}
          </Stack>
        )}
      </Section>
    </>
  );
}

const stateOf = ({
  isConnected,
  isEnabled,
}: Provider): { tone: Tone; words: 'connected' | 'switchedOff' | 'notConnected' } => {
  if (!isConnected) return { tone: 'neutral', words: 'notConnected' };
  return isEnabled
    ? { tone: 'good', words: 'connected' }
    : { tone: 'warning', words: 'switchedOff' };
};

function ProviderRow({
  provider,
  isOpen,
  onToggle,
}: {
  provider: Provider;
  isOpen: boolean;
  onToggle(): void;
}) {
  const { title, isConnected, accounts } = provider;
  const { tone, words } = stateOf(provider);
  const buttonLabel = text(isOpen ? 'closeNamed' : isConnected ? 'changeNamed' : 'setUpNamed', {
    title,
  });
  return (
    <div className={styles.socialProvider}>
      <Row hasLine align="center" gap="10px 14px" p="14px 18px">
        <Mark kind={provider.kind} size={28} />
        <Stack className={socialStyles.socialWho} flex="1 1 200px" gap={2} wrap="anywhere">
          <strong>{title}</strong>
          <small>
            <Badge tone={tone}>{text(words)}</Badge>
            {accounts > 0 && (
              <span className="social-count">{text('accounts', { count: accounts })}</span>
            )}
          </small>
        </Stack>
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-label={buttonLabel}
          onClick={onToggle}
        >
          {text(isOpen ? 'close' : isConnected ? 'change' : 'setUp')}
        </Button>
      </Row>
      {isOpen && (
        <ProviderForm key={provider.changedAt ?? ''} provider={provider} onGone={onToggle} />
      )}
    </div>
  );
}
