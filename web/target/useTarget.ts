import { useState } from 'react';

/** A target: one server, or all with a tag. */
export interface Target {
  kind: 'server' | 'tag';
  serverId: string;
  tag: string;
}

/** The target of a form, its setter, and its format for calls. */
export interface ChosenTarget {
  target: Target;
  change(change: Partial<Target>): void;
  body: { serverId: string } | { tag: string };
}

/** Initially selects the given server. */
export function useTarget(server?: { id: string }): ChosenTarget {
  const [target, setTarget] = useState<Target>({
    kind: 'server',
    serverId: server?.id ?? '',
    tag: '',
  });
  return {
    target,
    change: (change) => setTarget((before) => ({ ...before, ...change })),
    body: target.kind === 'tag' ? { tag: target.tag.trim() } : { serverId: target.serverId },
  };
}
