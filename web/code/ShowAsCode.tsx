import { lazy, Suspense, useState } from 'react';
import { type CapturedCall, captureCall } from '../client.ts';
import type common from '../texts/common/en.json';
import { textsOf } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import './showAsCode.css';

const text = textsOf<typeof common>('common');
const CodeDialog = lazy(() => import('./CodeDialog.tsx'));

/** For a form on a page. Shows its call as code, without sending it. */
export function ShowAsCode({ work }: { work: () => Promise<unknown> }) {
  const [shownCall, setShownCall] = useState<CapturedCall | null | undefined>();
  return (
    <>
      <button
        type="button"
        className="show-as-code"
        onClick={() => void captureCall(work).then(setShownCall)}
      >
        <Icon name="code" size={15} /> {text('showAsCode')}
      </button>
      {shownCall !== undefined && (
        <Suspense fallback={null}>
          <CodeDialog wanted={shownCall} onClose={() => setShownCall(undefined)} />
        </Suspense>
      )}
    </>
  );
}
