export interface PortRange {
  from: number;
  to: number;
}

const part = /^(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?$/;

/**
 * `80, 443, 8000-8100` as ranges; null when something in it is no port. Nothing at all is no range.
 */
export function parsePorts(given: string): PortRange[] | null {
  const parts = given
    .split(/[,\s]+(?![-–])/)
    .map((text) => text.trim())
    .filter(Boolean);
  const ranges = parts.map((text) => {
    const match = part.exec(text);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? match?.[1]);
    return match && from >= 1 && to <= 65_535 && from <= to ? { from, to } : null;
  });
  return ranges.every((range) => range !== null) ? ranges : null;
}

export const portsText = (ports: readonly PortRange[]): string =>
  ports.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');

/** Addresses and ranges as people list them. */
export const parseRemotes = (given: string): string[] => given.split(/[,\s]+/).filter(Boolean);

/** Looks like an address or a range; the portal looks closer. */
export const isRange = (text: string): boolean =>
  /^[0-9a-fA-F:.]{2,45}(\/\d{1,3})?$/.test(text) && /[.:]/.test(text);
