import { Suspense } from 'react';
import { SocialProcess } from '../social.ts';

/** The return from a provider, handled by the social slice. */
export default function SocialPage() {
  return (
    <Suspense>
      <SocialProcess />
    </Suspense>
  );
}
