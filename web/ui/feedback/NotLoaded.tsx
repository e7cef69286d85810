import type { ReactNode } from 'react';
import type { IconName } from '../../../contract/icons.ts';
import type { CallError } from '../../client.ts';
import { code } from '../../codes.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import { Section } from '../page/Section.tsx';
import { EmptyState, ErrorState } from './states.tsx';

const text = textsOf<typeof common>('common');

interface NotLoadedProps {
  /** The failed call, as returned by `useCall`. */
  query: { error: CallError; refetch(): unknown };
  title: ReactNode;
  back?: ReactNode;
  icon: IconName;
  /**
   * The message for a missing object. Defaults to a message that it was deleted or belongs to
   * another account.
   */
  missing?: { title: string; hint: string };
}

/** Replaces the screen of an object that is missing or failed to load. */
export function NotLoaded({
  query: { error, refetch },
  title,
  back,
  icon,
  missing,
}: NotLoadedProps) {
  const isMissing = error.code === code.notFound || error.code === code.inputInvalid;
  return (
    <>
      <PageHeader title={title} back={back} />
      <Section>
        {isMissing ? (
          <EmptyState
            icon={icon}
            title={missing?.title ?? text('missingTitle')}
            hint={missing?.hint ?? text('missingHint')}
          />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Section>
    </>
  );
}
