/** Safe access to an untrusted response in which each step can be missing. */
export interface Answered {
  at(...path: (string | number)[]): Answered;
  /** '' if it isn't a string. */
  text(): string;
  /**
   * A string, or a number digit by digit as it was sent, because long numbers are rounded
   * otherwise. '' for anything else.
   */
  written(): string;
  number(): number | null;
  isTrue(): boolean;
  list(): Answered[];
  isThere(): boolean;
}

/** A number as the response contains it. */
class SourceNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

const preserveDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? new SourceNumber(context?.source ?? String(value)) : value;

function answered(value: unknown): Answered {
  const text = typeof value === 'string' ? value : '';
  return {
    at: (...path) =>
      answered(
        path.reduce<unknown>(
          (inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key],
          value,
        ),
      ),
    text: () => text,
    written: () => (value instanceof SourceNumber ? value.digits : text),
    number: () => (value instanceof SourceNumber ? Number(value.digits) : null),
    isTrue: () => value === true,
    list: () => (Array.isArray(value) ? value.map(answered) : []),
    isThere: () => value !== undefined && value !== null,
  };
}

/** Parses a response. A response that isn't JSON counts as empty. */
export function parsed(text: string): Answered {
  try {
    return answered(JSON.parse(text, preserveDigits));
  } catch {
    return answered(null);
  }
}
