type Listener = (taskId: number) => void;
const listeners = new Set<Listener>();

/** Registers a listener for requests to open a task. */
export function onOpenTask(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a task with its steps in the drawer over any screen. */
export function openTask(taskId: number): void {
  for (const listener of listeners) listener(taskId);
}
