import { useSyncExternalStore } from 'react';
import {
  currentToasts,
  dismissToast,
  onToasts,
  type Toast,
  type ToastAction,
} from '../data/toasts.ts';
import type common from '../texts/common/en.json';
import { textsOf } from '../texts/texts.ts';
import { RemedyLink } from '../ui/feedback/RemedyLink.tsx';
import { IconButton } from '../ui/IconButton.tsx';

const text = textsOf<typeof common>('common');

/** The toasts, announced to screen readers when they appear. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  return (
    <section className="toasts" aria-live="polite" aria-label={text('more')}>
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`toast toast-${toast.kind}`}
          role={toast.kind === 'error' ? 'alert' : 'status'}
        >
          <div>
            <strong>{toast.title}</strong>
            {toast.message && <p>{toast.message}</p>}
            {toast.action && <ToastActionButton toast={toast} action={toast.action} />}
            <RemedyLink way={toast.link ?? null} />
          </div>
          <IconButton
            icon="x"
            size="sm"
            label={text('close')}
            onClick={() => dismissToast(toast.id)}
          />
        </div>
      ))}
    </section>
  );
}

function ToastActionButton({ toast, action }: { toast: Toast; action: ToastAction }) {
  return (
    <button
      type="button"
      className="link-button"
      onClick={() => {
        dismissToast(toast.id);
        action.run();
      }}
    >
      {action.title}
    </button>
  );
}
