import type { ConsoleKind } from '../tables.ts';

/** The default ports in the guest. */
export const defaultPorts: Partial<Record<ConsoleKind, number>> = {
  ssh: 22,
  rdp: 3389,
  guestVnc: 5900,
};

export const isMachineConsole = (kind: ConsoleKind): kind is 'vnc' | 'serial' =>
  kind === 'vnc' || kind === 'serial';
export const needsGuacd = (kind: ConsoleKind): kind is 'rdp' | 'guestVnc' =>
  kind === 'rdp' || kind === 'guestVnc';
