export interface Toast {
  id: number;
  kind: 'success' | 'error' | 'info';
  title: string;
  message?: string;
  /** The subject of the toast. The toast is closed when the subject is done. */
  about?: string;
  /** An action that resolves the problem with one click. */
  action?: ToastAction;
  /** The screen where the problem can be resolved. */
  link?: { title: string; path: string };
}

export interface ToastAction {
  title: string;
  run(): void;
}

type Listener = () => void;
let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<Listener>();
const displayMs = { success: 5_000, info: 6_000, error: 10_000 };
/** Gives users time to decide. */
const withActionMs = 20_000;

const set = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

export const currentToasts = (): readonly Toast[] => toasts;

export function onToasts(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** Closes the toasts about this subject. */
export const dismissAbout = (subject: string): void => {
  if (toasts.some((toast) => toast.about === subject))
    set(toasts.filter((toast) => toast.about !== subject));
};

/**
 * Shows that an operation is in progress, until `dismissAbout` is called or the time limit is
 * reached.
 */
export const toastAbout = (subject: string, title: string): void =>
  show({ kind: 'success', title, about: subject });

/** Shows a title and a message in the corner. Toasts close automatically. */
export const toast = (
  kind: Toast['kind'],
  title: string,
  message?: string,
  action?: ToastAction,
): void => show({ kind, title, ...(message ? { message } : {}), ...(action ? { action } : {}) });

/** Shows a rejection as a toast, with the screen where it can be resolved, if any. */
export const toastRefusal = (title: string, message: string, link: Toast['link'] | null): void =>
  show({ kind: 'error', title, message, ...(link ? { link } : {}) });

function show(toast: Omit<Toast, 'id'>): void {
  last += 1;
  const id = last;
  // An identical toast replaces the first.
  const others = toasts.filter(
    ({ kind, title, message }) =>
      kind !== toast.kind || title !== toast.title || message !== toast.message,
  );
  set([...others.slice(-3), { id, ...toast }]);
  setTimeout(
    () => dismissToast(id),
    toast.action || toast.link ? withActionMs : displayMs[toast.kind],
  );
}
